import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../../../../', import.meta.url).pathname
const read = (path: string) => readFileSync(root + path, 'utf8')

test('the README takes a few minutes to read, and has everything a newcomer needs', () => {
  const readme = read('README.md')
  assert.ok(readme.trimEnd().split('\n').length <= 120, 'move details to docs/self-hosting.md')
  const headings = [...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  for (const needed of ['Two commands', 'Your first five minutes', 'Connect a real group', 'What it does']) {
    assert.ok(headings.includes(needed), needed)
  }
  assert.equal(headings.at(-1), 'Where to read on')
  const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => path)
  assert.equal(pictures.length, 3)
  const pages = [...readme.matchAll(/(?<!!)\[[^\]]+\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path)
  for (const path of [...pictures, ...pages]) assert.ok(existsSync(root + path), `${path} does not exist`)
})

test('the glossary stays short: at most forty words, each once and in alphabetical order', () => {
  const words = [...read('docs/glossary.md').matchAll(/^\| ([a-z].*?) \|/gm)].map(([, word = '']) => word)
  assert.ok(
    words.length > 20 && words.length <= 40,
    `${words.length} words: choose plainer names instead of adding more`,
  )
  assert.deepEqual(words, [...new Set(words)].toSorted())
})
