import assert from 'node:assert/strict'
import { test } from 'node:test'
import { botAdded, botRemoved, edited, left, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { idsOf } from '../../support/http/walk.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const { now } = service.clock
const minuteMs = 60_000
const people = { owner: 'U-owner', members: ['U-mika'], subscribers: ['U-owner'] }
/** Requests get 503 while it is unknown who is still in the chat, and this platform has no way to ask. */
const awaitTrust = (channel: string) =>
  eventually(
    () => owner.get(`/api/channels/${channel}/members`),
    ({ status }) => status !== 503,
  )
const read = async (channel: string) => {
  await awaitTrust(channel)
  return idsOf(await owner.get(`/api/channels/${channel}/backup/messages`))
}
const setStatus = (channel: string, status: string) => owner.put(`/api/channels/${channel}/status`, { status })
const stateOf = async (channelId: string) => {
  const { channels } = (await owner.get('/api/channels')).body as {
    channels: { channelId: string; status: string; enabledAt: string }[]
  }
  const channel = channels.find((one) => one.channelId === channelId)
  return [channel?.status, channel?.enabledAt]
}

test('a channel that the bot was removed from is disabled: everything stays readable, and nothing new is saved', async () => {
  const channel = await service.channel('C-removed', people)
  await service.receive([message(channel, now, { id: 'before' })])
  await service.receive([botRemoved(channel, now + minuteMs), message(channel, now + 1, { id: 'delivered-late' })])
  assert.deepEqual(await stateOf(channel), ['disabled', '2026-03-10T12:00:00Z'])
  assert.deepEqual(await read(channel), ['before'])
  assert.equal((await owner.get(`/api/channels/${channel}/members`)).body.members.length, 2)
  assert.equal((await owner.put(`/api/channels/${channel}/settings`, { language: 'ja' })).status, 200)
})

test('a channel is active again from the moment the bot returns', async () => {
  const channel = await service.channel('C-returned', people)
  await service.receive([botRemoved(channel, now + minuteMs)])
  await service.receive([botAdded(channel, now + 2 * minuteMs), message(channel, now + 2 * minuteMs, { id: 'after' })])
  assert.deepEqual(await stateOf(channel), ['active', '2026-03-10T12:02:00Z'])
  assert.deepEqual(await read(channel), ['after'])
})

test('a message that comes after the removal shows that the bot is back', async () => {
  const channel = await service.channel('C-missed', people)
  await service.receive([botRemoved(channel, now + minuteMs)])
  await service.receive([message(channel, now + 3 * minuteMs, { id: 'm1' })])
  assert.deepEqual(await stateOf(channel), ['active', '2026-03-10T12:03:00Z'])
  assert.deepEqual(await read(channel), ['m1'])
})

test('a removal event that arrives after the bot returned changes nothing', async () => {
  const channel = await service.channel('C-order', people)
  const [gone, back] = [botRemoved(channel, now + minuteMs), botAdded(channel, now + 2 * minuteMs)]
  await service.receive([gone])
  await service.receive([back])
  await service.receive([gone, botRemoved(channel, now + minuteMs + 1)])
  assert.deepEqual(await stateOf(channel), ['active', '2026-03-10T12:02:00Z'])
})

test('a channel that the owner disabled saves nothing, and stays disabled when the bot returns', async () => {
  const channel = await service.channel('C-owner', people)
  await service.receive([message(channel, now, { id: 'before' })])
  assert.deepEqual((await setStatus(channel, 'disabled')).body, { success: true })
  await service.receive([
    message(channel, now + 1, { id: 'while-disabled', from: 'U-new' }),
    edited(channel, now + 2, 'before', 'x'),
  ])
  await service.receive([botRemoved(channel, now + minuteMs)])
  await service.receive([botAdded(channel, now + 2 * minuteMs), message(channel, now + 2 * minuteMs, { id: 'still' })])
  assert.deepEqual(await stateOf(channel), ['disabled', '2026-03-10T12:00:00Z'])
  assert.deepEqual(await read(channel), ['before'])
  assert.equal((await owner.get(`/api/channels/${channel}/backup/messages/before`)).body.content, 'Text of before')

  service.clock.now = now + 5 * minuteMs
  assert.deepEqual((await setStatus(channel, 'active')).body, { success: true })
  assert.deepEqual(await stateOf(channel), ['active', '2026-03-10T12:05:00Z'])
  await service.receive([message(channel, now + 5 * minuteMs, { id: 'after' })])
  assert.deepEqual(await read(channel), ['before', 'after'])
  service.clock.now = now
})

test('a disabled channel still honours unsending and leaving', async () => {
  const channel = await service.channel('C-honour', people)
  await service.receive([message(channel, now, { id: 'm1' }), message(channel, now, { id: 'm2' })])
  await setStatus(channel, 'disabled')
  await service.receive([unsent(channel, now + 1, 'm1'), left(channel, now + 2, 'U-mika')])
  assert.deepEqual(await read(channel), ['m2'])
  const { members } = (await owner.get(`/api/channels/${channel}/members`)).body
  assert.equal(members.find(({ userId }: { userId: string }) => userId === 'U-mika').status, 'left')
})

test('a channel cannot be enabled while the bot is not in the chat', async () => {
  const channel = await service.channel('C-absent', people)
  await service.receive([botRemoved(channel, now + minuteMs)])
  const answer = await setStatus(channel, 'active')
  assert.equal(answer.status, 400)
  assert.equal(answer.body.error, 'status cannot be active while the bot is not in the chat')
  assert.equal((await setStatus(channel, 'disabled')).status, 200)
  await service.receive([botAdded(channel, now + 2 * minuteMs)])
  assert.deepEqual((await stateOf(channel))[0], 'disabled', "the owner's choice outlasts the return")
  await awaitTrust(channel)
  assert.equal((await setStatus(channel, 'active')).status, 200)
  assert.deepEqual((await stateOf(channel))[0], 'active')
})

test('setting the status that a channel already has changes nothing', async () => {
  const channel = await service.channel('C-same', people)
  service.clock.now = now + minuteMs
  assert.equal((await setStatus(channel, 'active')).status, 200)
  assert.deepEqual(await stateOf(channel), ['active', '2026-03-10T12:00:00Z'])
  service.clock.now = now
})

test('a status is either active or disabled', async () => {
  const channel = await service.channel('C-words', people)
  for (const body of [{}, { status: 'paused' }, { status: null }, { status: 'active', why: '' }]) {
    const answer = await owner.put(`/api/channels/${channel}/status`, body)
    assert.equal(answer.status, 400, JSON.stringify(body))
  }
})
