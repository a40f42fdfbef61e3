import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { message } from '../../support/content/events.ts'
import { seedChannel } from '../seed-channel.ts'
import { openBesideClient } from './beside-client.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')

test('a person is forgotten in channels that are free while another one is locked, and no one else waits', async (t) => {
  const { store, client: holder } = await openBesideClient(t)
  const channels = ['C-locked', 'C-free', 'C-other']
  for (const channel of channels) {
    await seedChannel(store, channel, { owner: 'U-owner', members: ['U-gone'], subscribers: ['U-owner'] }, noon)
  }
  const receive = (...events: IncomingEvent[]) =>
    store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
  const goOn = (at: number) => store.write<'continue-erasure'>({ kind: 'continue-erasure', at, limit: 100 })
  const countMembers = async () => {
    const { rows } = await holder.query("select from members where user_id = 'U-gone'")
    return rows.length
  }
  await receive(...channels.map((channel) => message(channel, noon, { from: 'U-gone' })))

  await holder.query("begin; select from channels where channel_id = 'C-locked' for update")
  await receive(askToForget('U-gone', noon + 1))
  assert.equal((await receive(message('C-other', noon + 2, { from: 'U-owner' }))).fresh, 1)
  assert.equal(await countMembers(), 3, 'control: nothing was locked for it, so nothing is hidden yet')
  // The first of their channels is locked: this waits until the lock is released.
  const waiting = goOn(noon + 3)
  assert.equal((await receive(message('C-free', noon + 4, { from: 'U-owner' }))).fresh, 1)
  await holder.query('rollback')
  assert.equal((await waiting).kind, 'going-on')
  for (let kind = ''; kind !== 'idle'; ) ({ kind } = await goOn(noon + 5))
  assert.equal(await countMembers(), 0)
  const { rows } = await holder.query(`select from messages where json like '%"id":"U-gone"%'`)
  assert.equal(rows.length, 0)
})

function askToForget(userId: string, at: number): IncomingEvent {
  const event = message(userId, at, { from: userId, content: { type: 'text', text: '/forget yes' } })
  return {
    ...event,
    channel: { channelId: userId, type: 'user', userId },
    reply: { token: 'token', expiresAt: null },
  } as IncomingEvent
}
