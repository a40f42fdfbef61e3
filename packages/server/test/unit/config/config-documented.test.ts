import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { settings } from '../../../src/config/settings.ts'

const names = Object.keys(settings) as (keyof typeof settings)[]

test('the documentation lists every setting with its option and its default, and no other', () => {
  const text = readFileSync(new URL('../../../../../docs/self-hosting.md', import.meta.url), 'utf8')
  const plain = (cell = '') => cell.trim().replace(/^`(.*)`$/, '$1')
  const known = new Set<string>(names.map((name) => settings[name].env))
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1).map(plain))
    .filter(([name = '']) => known.has(name) || /^(INNKEEPER|LINE)_[A-Z_]+$/.test(name))
  const documented = rows.map(([name, option, standard]) => [name, option, standard])
  const expected = names.map((name) => {
    const { env, flag, standard } = settings[name] as { env: string; flag?: string; standard: string }
    return [env, flag ?? '–', standard || '–']
  })
  assert.deepEqual(documented.toSorted(), expected.toSorted())
})
