import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf, mutationsOf, sampleOf, sampleUpdates } from '../support/telegram/bot-api.ts'
import { read } from './reading.ts'

test('every kind of update and message that Telegram documents is known', () => {
  for (const update of sampleUpdates()) {
    const { unread } = read(update)
    assert.deepEqual(unread, [], JSON.stringify(update))
  }
})

test('a kind that is not documented is kept as received, with its ids', () => {
  const message = sampleOf('Message', ['from']) as Record<string, unknown>
  const update = { update_id: 5, message: { ...message, hologram: { id: 1 } } }
  const { events, unread } = read(update, { update_id: 6, hologram: { date: 1_790_000_000 } })
  assert.deepEqual(events, [])
  assert.deepEqual(
    unread.map(({ raw, ...others }) => ({ ...others, raw: JSON.parse(raw) })),
    [
      {
        at: 1_790_000_000,
        reason: 'The message has no content that is known (hologram)',
        raw: update,
        eventId: '5',
        channelId: 'tg:-1002222333344',
        messageId: 'tg:-1002222333344:1790000',
        userId: 'tg:5550001111',
      },
      {
        at: 1_790_000_000_000,
        reason: 'The kind of update "hologram" is unknown',
        raw: { update_id: 6, hologram: { date: 1_790_000_000 } },
        eventId: '6',
      },
    ],
  )
})

test('whatever is missing, null, extra or of another type: an update is read or kept, and never stops the stream', () => {
  assert.ok(fieldsOf('Message').length > 90, 'the description of the API is complete')
  let mutations = 0
  for (const update of sampleUpdates()) {
    for (const mutation of mutationsOf(update)) {
      mutations++
      const { events, unread } = read(mutation)
      for (const event of events) {
        assert.match(event.eventId, /^\d+(\.\d)?$/)
        assert.match(event.channel.channelId, /^tg:-?\d+$/)
        assert.ok(Number.isSafeInteger(event.at) && event.at > 0, JSON.stringify(mutation))
      }
      for (const { reason, raw } of unread) {
        assert.doesNotMatch(reason, /error in Innkeeper/, JSON.stringify(mutation))
        assert.ok(raw.isWellFormed())
      }
    }
  }
  assert.ok(mutations > 30_000, `only ${mutations} were tried`)
})

test('an update that is nested too deeply is kept without its depths', () => {
  let blocks: unknown = []
  for (let level = 0; level < 5_000; level++) blocks = [{ type: 'details', blocks }]
  const { unread } = read({ update_id: 1, message: { rich_message: { blocks } } })
  assert.equal(unread[0]?.reason, 'The update is nested more than 500 levels deep')
})
