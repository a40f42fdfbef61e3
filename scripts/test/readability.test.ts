import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectPassages, markdownPassages } from '../readability/passages.ts'
import { judge } from '../readability/rules.ts'

const problemsOf = (text: string, isLabel = false) => judge({ where: 'here', text, isLabel })

test('texts that read like a translation are reported, plain ones are not', () => {
  for (const text of [
    'Way of matching',
    'So long nothing else is answered in the group. 0: no pause.',
    'Whoever has one can do what it allows.',
    'It shows how the service fares, and no conversation.',
    'Copy it now: it is shown this once and cannot be had again.',
    'Somebody else changed this meanwhile.',
    'The demo lies in a folder of its own.',
  ]) {
    assert.ok(problemsOf(text).length > 0, text)
  }
  for (const text of [
    'Match mode',
    'After replying, wait this long before replying again in this group. 0 means no wait.',
    'There is no owner yet.',
    'You won’t be able to see it again.',
  ]) {
    assert.deepEqual(problemsOf(text), [], text)
  }
})

test('long sentences and title case are reported', () => {
  const long = `${'word '.repeat(33)}end.`
  assert.equal(problemsOf(long).length, 1)
  assert.deepEqual(problemsOf(`${'word '.repeat(20)}end. ${'Word '.repeat(20)}end.`), [])
  assert.equal(problemsOf('Create New Key', true).length, 1)
  assert.deepEqual(problemsOf('Create a LINE channel for {{name}}', true), [])
})

test('code, addresses and table rules are ignored, headings and cells are checked', () => {
  const page = '# Some Title\n\nText with `whoever`.\n\n```sh\nwhoever anew\n```\n\n| a | whoever |\n|---|---|\n'
  const problems = markdownPassages(page, 'page').flatMap(judge)
  assert.deepEqual(
    problems.map(({ text }) => text),
    ['Some Title', 'whoever'],
  )
})

test('every kind of text is collected', () => {
  const places = collectPassages().map(({ where }) => where)
  for (const start of ['console.', 'bot.', 'openapi', 'setting PORT', 'innkeeper serve', 'README.md', 'docs/adr/']) {
    assert.ok(
      places.some((where) => where.startsWith(start)),
      start,
    )
  }
})
