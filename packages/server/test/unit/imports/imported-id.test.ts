import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ImportedMessage, importedMessageId, importedPersonId } from '../../../src/domain/imports/imported-id.ts'

const message = { at: 1_780_000_020_000, person: 'U1', kind: 'text', text: 'café\nat 9', ordinal: 0 } as const
const idOf = (changed: Partial<Extract<ImportedMessage, { at: number }>> = {}, secret = 's', channel = 'C1') =>
  importedMessageId(secret, channel, { ...message, ...changed })

test('a message has the same ID in every file', () => {
  assert.match(idOf(), /^import_[a-z2-7]{26}$/)
  assert.equal(idOf({ at: message.at + 39_999 }), idOf(), 'with seconds or without')
  assert.equal(idOf({ text: 'cafe\u0301\r\nat 9 ' }), idOf(), 'with other line ends and composed letters')
  assert.equal(idOf(), 'import_v2wmf5d4czwmg7pfs5e65i47pt', 'and in every version, because stored messages have it')
})

test('other messages, channels and servers have other IDs', () => {
  const ids = [
    idOf(),
    idOf({ at: message.at + 60_000 }),
    idOf({ person: 'U2' }),
    idOf({ kind: 'image' }),
    idOf({ text: 'cafe\nat 9' }),
    idOf({ ordinal: 1 }),
    idOf({}, 's', 'C2'),
    idOf({}, 't'),
    importedMessageId('s', 'C1', { sourceId: '7' }),
    importedMessageId('s', 'C1', { sourceId: '8' }),
  ]
  assert.equal(new Set(ids).size, ids.length)
})

test('no two messages share an ID, whatever characters are in them', () => {
  const text = fc.string({ unit: fc.constantFrom('"', ',', '\\', '[', '\n', '1', 'a', '\ud800'), maxLength: 4 })
  fc.assert(
    fc.property(text, text, text, text, (person, said, otherPerson, otherSaid) => {
      const isSame = person === otherPerson && said.trimEnd() === otherSaid.trimEnd()
      assert.equal(idOf({ person, text: said }) === idOf({ person: otherPerson, text: otherSaid }), isSame)
    }),
  )
})

test('a person is the same in every file of a channel that calls them the same', () => {
  const personOf = (name: string, channel = 'C1') => importedPersonId('s', channel, { name })
  assert.match(personOf('Mika'), /^import:[a-z2-7]{26}$/)
  assert.equal(personOf('ＭＩＫＡ\u200b'), personOf(' mika'))
  assert.notEqual(personOf('Mika'), personOf('Mika', 'C2'))
  assert.notEqual(personOf('Mika'), importedPersonId('s', 'C1', { platform: 'discord', userId: 'Mika' }))
})
