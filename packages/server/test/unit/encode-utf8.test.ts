import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeUtf8 } from '../../src/domain/encode-utf8.ts'

test('any text has the bytes that Buffer.from gives it, also with half a surrogate pair', () => {
  for (const text of ['', 'plain', 'é', '漢字', '🎂', 'a\ud800b', '\udc00']) {
    assert.deepEqual(encodeUtf8(text), Buffer.from(text))
  }
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.deepEqual(encodeUtf8(text), Buffer.from(text))))
})
