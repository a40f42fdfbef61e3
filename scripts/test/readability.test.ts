import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spokenIn } from '../readability/code-passages.ts'
import { collectPassages, commentPassages, markdownPassages } from '../readability/passages.ts'
import { judge, keysAndScreens } from '../readability/rules.ts'

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
  assert.deepEqual(problemsOf('Open LINE Developers Console', true), [])
  assert.equal(problemsOf('Open Developers Console', true).length, 1)
  assert.ok(keysAndScreens.length <= 10, 'exceptions are rare')
})

test('a semicolon is reported in prose, and separates the statements of an error or a log message', () => {
  assert.equal(problemsOf('It’s saved; you can close this page.').length, 1)
  assert.deepEqual(problemsOf('JPEG, PNG; MP4, WebM'), [])
  const judgeLine = (text: string) => judge({ where: 'here', text, isLabel: false, isOneLine: true })
  assert.deepEqual(judgeLine(`${'word '.repeat(20)}; ${'word '.repeat(20)}`), [])
  assert.equal(judgeLine(`${'word '.repeat(33)}; end`).length, 1)
})

test('errors, log messages and output are read from the code, with values left out', () => {
  const code = `
    if (bad) throw new Refusal('invalid', \`page \${page} is too large; at most \${most} is allowed\`)
    throw invalid('q is missing, ' + 'set it')
    deps.log.warn({ err }, isLast ? 'failed' : 'failed; will retry')
    console.log('Done.')
    other('whoever')
  `
  assert.deepEqual(
    spokenIn(code, 'code.ts').map(({ text }) => text),
    ['page X is too large; at most X is allowed', 'q is missing, set it', 'failed', 'failed; will retry', 'Done.'],
  )
})

test('comments of configuration files are read in blocks, and so are the summaries of alerts', () => {
  const file = '# One comment\n# in two lines.\nworkers: 1 # no comment\n  # Another.\nsummary: A node is away.\n'
  assert.deepEqual(
    commentPassages(file, 'file').map(({ text }) => text),
    ['One comment in two lines.', 'Another. A node is away.'],
  )
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
  const starts = [
    'console.',
    'bot.',
    'LINE setup',
    'openapi',
    'setting PORT',
    'innkeeper serve',
    'README.md',
    'docs/adr/',
  ]
  for (const start of [...starts, 'packages/simulator/README.md', 'packages/server/src/', 'deploy/']) {
    assert.ok(
      places.some((where) => where.startsWith(start)),
      start,
    )
  }
})
