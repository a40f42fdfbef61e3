import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSealingKey, readSealingKey, seal, sealedWith, unseal } from '../../../src/domain/secrets/sealing.ts'

const keyOf = (text: string) => {
  const key = readSealingKey(text)
  assert.ok(key)
  return key
}
const key = keyOf(createSealingKey())
const another = keyOf(createSealingKey())

test('what was sealed can be opened with the same key for the same name, and only so', () => {
  const sealed = seal(key, 'lineChannelSecret', 'sécret 秘密')
  assert.equal(unseal([another, key], 'lineChannelSecret', sealed), 'sécret 秘密')
  assert.equal(sealedWith(sealed), key.id)
  assert.equal(unseal([another], 'lineChannelSecret', sealed), undefined)
  assert.equal(unseal([key], 'aiKey', sealed), undefined)
  assert.doesNotMatch(sealed, /secret|秘密/i)
})

test('the same text is sealed differently each time', () => {
  assert.notEqual(seal(key, 'aiKey', 'a'), seal(key, 'aiKey', 'a'))
})

test('a changed value cannot be opened', () => {
  const sealed = seal(key, 'aiKey', 'sk-0123456789')
  for (let index = 0; index < sealed.length; index++) {
    const changed = `${sealed.slice(0, index)}${sealed[index] === 'A' ? 'B' : 'A'}${sealed.slice(index + 1)}`
    const opened = unseal([key], 'aiKey', changed)
    // The last character of base64 may have bits that mean nothing.
    assert.ok(opened === undefined || opened === 'sk-0123456789', `${index}: ${opened}`)
    if (index < sealed.length - 1) assert.equal(opened, undefined, String(index))
  }
  for (const nonsense of ['', 'v1', 'v1.x.y.z', sealed.slice(0, -4), `v2${sealed.slice(2)}`]) {
    assert.equal(unseal([key], 'aiKey', nonsense), undefined, nonsense)
  }
})

test('a key is 64 hexadecimal digits', () => {
  assert.match(createSealingKey(), /^[0-9a-f]{64}$/)
  for (const wrong of ['', 'abc', 'g'.repeat(64), createSealingKey().slice(1)]) {
    assert.equal(readSealingKey(wrong), undefined)
  }
})
