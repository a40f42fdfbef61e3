import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const text = readFileSync(new URL('../../../../docs/threat-model.md', import.meta.url), 'utf8')

test('every attack in the threat model names what stops it and a test that exists', () => {
  const rows = text.split('\n').filter((line) => /^\| [^|]+ \| [^|]+ \| `test\//.test(line))
  const attacks = text.split('\n').filter((line) => /^\|/.test(line) && line.split('|').length === 5)
  const heads = attacks.filter((line) => line.startsWith('| attack |') || line.startsWith('|---'))
  assert.equal(rows.length, attacks.length - heads.length, 'a row without a test')
  assert.ok(rows.length > 20)
  for (const row of rows) {
    for (const [, path = ''] of row.matchAll(/`(test\/[^`]+)`/g)) {
      assert.ok(existsSync(new URL(`../../${path}`, import.meta.url)), `${path} does not exist`)
    }
  }
})
