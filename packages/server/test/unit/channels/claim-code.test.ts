import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClaimCode, hashClaimCode } from '../../../src/domain/channels/claim.ts'

test('a code is short and has no letters that are easily misread', () => {
  const codes = Array.from({ length: 500 }, createClaimCode)
  for (const code of codes) assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  assert.equal(new Set(codes).size, 500)
  assert.equal(new Set(codes.join('').replaceAll('-', '')).size, 32)
})

test('a code is the same however it is typed, and different from any other', () => {
  const hash = hashClaimCode('4F10-92QM')
  for (const typed of ['4f10-92qm', '4F1092QM', ' 4f10 92qm ', '4F10–92QM', '4FlO-92QM', '4FIo-92qm']) {
    assert.equal(hashClaimCode(typed), hash, typed)
  }
  for (const other of ['4F10-92QN', '4F10-92Q', '4F10-92QMM', '92QM-4F10', '']) {
    assert.notEqual(hashClaimCode(other), hash, other)
  }
})

test('a code is stored as the SHA-256 of its letters and digits', () => {
  assert.equal(hashClaimCode('AAAA-AAAA'), 'c34ab6abb7b2bb595bc25c3b388c872fd1d575819a8f55cc689510285e212385')
})
