import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createId, createToken, hashToken, isToken } from '../../../src/domain/accounts/token.ts'

// The checksums of these were computed by another program.
const known = [
  'ink_000000000000000000000000000000000000000000040i3Lp',
  'ink_The9quick8brown7fox6jumps5over4the3lazy2dog0S3Vne',
  'ink_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz3NRZno',
]

test('a key is ink_, 43 base62 characters, and six more with the CRC-32 of what precedes', () => {
  for (const token of known) assert.ok(isToken(token), token)
  for (let round = 0; round < 50; round++) {
    const token = createToken()
    assert.match(token, /^ink_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/)
    assert.ok(isToken(token))
  }
})

test('a mistyped, cut or padded key is not a key', () => {
  const [token = ''] = known
  for (const wrong of [
    '',
    'ink_',
    token.slice(0, -1),
    token.slice(1),
    `${token} `,
    `${token}\n`,
    ` ${token}`,
    token.toUpperCase(),
    token.replace('ink_', 'inn_'),
    `${token}${token}`,
    'x'.repeat(100_000),
  ]) {
    assert.ok(!isToken(wrong), wrong.slice(0, 60))
  }
  fc.assert(
    fc.property(fc.constantFrom(...known), fc.nat(52), fc.constantFrom(...'0Aa9Zz-_. '), (text, index, letter) => {
      const changed = text.slice(0, index) + letter + text.slice(index + 1)
      fc.pre(changed !== text)
      assert.ok(!isToken(changed), changed)
    }),
  )
})

test('no two keys are the same, and every character is used', () => {
  const tokens = Array.from({ length: 500 }, createToken)
  assert.equal(new Set(tokens).size, 500)
  const letters = new Set(tokens.flatMap((token) => [...token.slice(4, 47)]))
  assert.equal(letters.size, 62)
})

test('a key is stored as its SHA-256', () => {
  assert.equal(hashToken(known[0] ?? ''), '7b44c09281b50aa3debba5fa0ea28e2b6210c50019bebf1640cb9b708ef819f6')
})

test('an id shows what it names', () => {
  assert.match(createId('k'), /^k_[0-9A-Za-z]{12}$/)
  assert.match(createId('r'), /^r_[0-9A-Za-z]{12}$/)
  assert.match(createId('m'), /^m_[0-9A-Za-z]{22}$/)
})
