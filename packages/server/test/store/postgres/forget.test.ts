import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { message } from '../../support/content/events.ts'
import { seedChannel } from '../seed-channel.ts'
import { openBesideClient } from './beside-client.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')

test('while a channel of someone who wants to be forgotten is locked, no one else waits, and others are forgotten', async (t) => {
  const { store, client: holder } = await openBesideClient(t)
  const channels = ['C-locked', 'C-free', 'C-other']
  for (const channel of channels) {
    await seedChannel(store, channel, { owner: 'U-owner', members: ['U-gone'], subscribers: ['U-owner'] }, noon)
  }
  await seedChannel(store, 'C-elsewhere', { owner: 'U-owner', members: ['U-else'] }, noon)
  const receive = (...events: IncomingEvent[]) =>
    store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
  const goOn = (at: number) => store.write<'continue-erasure'>({ kind: 'continue-erasure', at, limit: 100 })
  const countMembers = async (userId = 'U-gone') => {
    const { rows } = await holder.query('select from members where user_id = $1', [userId])
    return rows.length
  }
  await receive(...channels.map((channel) => message(channel, noon, { from: 'U-gone' })))

  await holder.query("begin; select from channels where channel_id = 'C-locked' for update")
  await receive(askToForget('U-gone', noon + 1))
  assert.equal((await receive(message('C-other', noon + 2, { from: 'U-owner' }))).fresh, 1)
  assert.equal(await countMembers(), 3, 'control: nothing was locked for it, so nothing is hidden yet')
  // The first of their channels is locked. Someone who asks later doesn't wait for it.
  await receive(askToForget('U-else', noon + 1))
  for (let kind = ''; kind !== 'locked'; ) ({ kind } = await goOn(noon + 3))
  assert.equal(await countMembers('U-else'), 0)
  assert.equal(await countMembers(), 3)
  assert.equal((await receive(message('C-free', noon + 4, { from: 'U-owner' }))).fresh, 1)
  await holder.query('rollback')
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
