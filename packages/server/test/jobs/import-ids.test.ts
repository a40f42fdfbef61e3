import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { edited } from '../support/content/chat-events.ts'
import { shown } from '../support/imports/shown-messages.ts'
import { importMoves } from './import-moves.ts'
import { openJobHarness } from './job-harness.ts'

const start = Date.parse('2026-03-01T09:00:00Z')
const chat = 1_234
const live = (id: number) => `tg:-100000000${chat}:${id}`

/** A record of Telegram's app for computers, some seconds after the start. */
const record = (id: number, seconds: number, from: number, text: string, more: object = {}) => ({
  id,
  type: 'message',
  date_unixtime: String(start / 1000 + seconds),
  from: `Person ${from}`,
  from_id: `user${from}`,
  text,
  ...more,
})
const fileOf = (type: string, ...messages: object[]) => JSON.stringify({ name: 'Hikers', type, id: chat, messages })

describe('a chat history with IDs', async () => {
  const harness = await openJobHarness()
  const { store } = harness
  const moves = await importMoves(harness)
  const newChannel = async (channelId: string) => {
    await harness.channel(channelId, { owner: 'tg:1', members: ['tg:2'], subscribers: ['tg:1'] })
    return channelId
  }
  const say = (channelId: string, seconds: number, from: string, words: string, id: string) =>
    harness.receive(moves.text(channelId, start + seconds * 1000, from, words, id))

  test('of a supergroup finds messages by them, also those that were edited, and people by theirs', async () => {
    const channel = await newChannel('C-supergroup')
    await say(channel, 0, 'tg:1', 'when it was a group', 'tg:-599:16')
    await say(channel, 60, 'tg:1', 'see you at nine', live(41))
    await say(channel, 60, 'tg:2', 'ok', live(43))
    await harness.receive(edited(channel, start + 90_000, live(41), 'see you at ten'))
    const importNo = await moves.merge(
      channel,
      fileOf(
        'private_supergroup',
        // Numbers of the earlier group are those of who exported it.
        record(-999_999_990, 0, 1, 'when it was a group'),
        record(41, 60, 1, 'see you at eleven'),
        record(42, 60, 2, 'ok', { reply_to_message_id: 41 }),
        record(43, 60, 2, 'ok'),
        record(44, 120, 3, 'me too', { reply_to_message_id: 42 }),
      ),
      {},
    )
    await moves.workAll()
    const { outcome } = await moves.find(channel, importNo)
    assert.deepEqual([JSON.parse(outcome ?? '{}').here, JSON.parse(outcome ?? '{}').new], [3, 2])
    const messages = await shown(store, channel)
    const added = messages.filter(({ entry }) => entry.id.startsWith('import_')).map(({ entry }) => entry)
    assert.deepEqual(
      messages.map(({ text }) => text).toSorted(),
      ['when it was a group', 'see you at ten', 'ok', 'ok', 'me too'].toSorted(),
    )
    assert.equal(added[0]?.message.sender.id, 'tg:2')
    assert.deepEqual(
      added.map(({ details }) => details?.quotedMessageId),
      [live(41), added[0]?.id],
      'one replies to a message from the platform, and the other to one from the file',
    )
  })

  test('of a group, where every account has its own, finds messages by what they are', async () => {
    const channel = await newChannel('C-group')
    const one = fileOf('private_group', record(7, 0, 1, 'hello'), record(8, 60, 2, 'hi'))
    const other = fileOf('private_group', record(107, 0, 1, 'hello'), record(108, 60, 2, 'hi'))
    for (const file of [one, other]) {
      await moves.merge(channel, file, {})
      await moves.workAll()
    }
    assert.deepEqual(await moves.textsOf(channel), ['hello', 'hi'])
  })
  test('of our own export finds what another import added', async () => {
    const channel = await newChannel('C-exported')
    await moves.merge(channel, fileOf('private_group', record(7, 0, 1, 'hello')), {})
    await moves.workAll()
    const [hello] = await shown(store, channel)
    const said = { ...hello?.entry.message, kind: 'message', time: start }
    const head = { kind: 'export', format: 1, channel: { id: channel, name: 'Hikers' } }
    const lines = [head, said, { ...said, id: 'from elsewhere', content: 'new' }]
    await moves.merge(channel, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {})
    await moves.workAll()
    assert.deepEqual((await moves.textsOf(channel)).toSorted(), ['hello', 'new'])
  })
})
