import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { en } from '../src/words/en.ts'
import { ja } from '../src/words/ja.ts'

type Sentences = Map<string, string>

const source = fileURLToPath(new URL('../src', import.meta.url))
const english = sentencesOf(en)
const japanese = sentencesOf(ja)

describe('the words of the console', () => {
  it('are the same things said in both languages', () => {
    // Japanese has one form for any number.
    const expected = [...english.keys()].filter((key) => !key.endsWith('_one'))
    assert.deepEqual([...japanese.keys()].sort(), expected.sort())
  })

  it('fill in the same gaps in both languages', () => {
    for (const [key, sentence] of japanese) assert.deepEqual(gapsIn(sentence), gapsIn(english.get(key) ?? ''), key)
  })

  it('are said in every language, none left empty', () => {
    for (const [key, sentence] of [...english, ...japanese]) assert.notEqual(sentence.trim(), '', key)
  })

  it('are all used, and none is used that there is not', () => {
    const used = keysUsedIn(
      sourceFiles()
        .map((path) => readFileSync(path, 'utf8'))
        .join('\n'),
    )
    const known = new Set([...english.keys()].map(withoutForm))
    const isUsed = (key: string) => used.some((pattern) => pattern.test(key))
    assert.deepEqual(
      [...known].filter((key) => !isUsed(key)),
      [],
    )
    const names = [...known]
    assert.deepEqual(used.filter((pattern) => !names.some((key) => pattern.test(key))).map(String), [])
  })

  it('would be missed if one were not used, and one that is not there would be noticed', () => {
    const used = keysUsedIn(`t('reader.nowhere'); t(\`shell.nav.\${screen}\`)`)
    assert.ok(used.some((pattern) => pattern.test('reader.nowhere')))
    assert.ok(used.some((pattern) => pattern.test('shell.nav.search')))
    assert.ok(!used.some((pattern) => pattern.test('shell.name')))
  })
})

function sentencesOf(words: object, prefix = ''): Sentences {
  return new Map(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value]] : [...sentencesOf(value, `${prefix}${key}.`)],
    ),
  )
}

/** What is filled in, and how much of it is to be typed. */
function gapsIn(sentence: string): string[] {
  return [...sentence.matchAll(/\{\{\w+\}\}|`[^`]*`/g)].map(([gap]) => gap).sort()
}

/** The key that code names; the form for one or many is chosen by the number. */
function withoutForm(key: string): string {
  return key.replace(/_(one|other)$/, '')
}

/** Keys stand in code as t('area.key'), or with a part filled in as t(`area.${part}.key`). */
function keysUsedIn(code: string): RegExp[] {
  const areas = Object.keys(en).join('|')
  const named = [...code.matchAll(new RegExp(`['"\`]((?:${areas})\\.(?:\\$\\{[^}]*\\}|[\\w.-])+)['"\`]`, 'g'))]
  return named.map(([, key = '']) => {
    const pieces = key.split(/\$\{[^}]*\}/).map((piece) => piece.replaceAll('.', '\\.'))
    return new RegExp(`^${pieces.join('[\\w-]+')}$`)
  })
}

function sourceFiles(): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('words/en') && !name.startsWith('words/ja'))
    .map((name) => join(source, name))
}
