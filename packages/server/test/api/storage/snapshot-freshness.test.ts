import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { edited, joined, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { idsOf } from '../../support/http/walk.ts'
import { startTestService } from '../../support/test-service.ts'

// Pages are cached in memory. Each test reads a page, changes what it shows through a second connection to the same store,
// as a command or another node would, and reads the same URL again.

const service = await startTestService()
const owner = await service.caller('U-owner')
const { now } = service.clock
const dayMs = 86_400_000
const listOf = (channel: string) => `/api/channels/${channel}/backup/messages`

async function withMessages(channel: string, events: IncomingEvent[]): Promise<string> {
  await service.channel(channel, { owner: 'U-owner', members: ['U-mika'], subscribers: ['U-owner'] })
  await service.receive(events)
  return channel
}

/** The same URL before and after. Each is read twice, so the second read can come from memory. */
async function readAround(path: string, change: () => Promise<unknown>): Promise<[string, string]> {
  const before = (await owner.get(path)).text
  assert.equal((await owner.get(path)).text, before, 'nothing has changed yet')
  await change()
  const after = (await owner.get(path)).text
  assert.equal((await owner.get(path)).text, after, 'nothing has changed since')
  return [before, after]
}

const textIds = (text: string) => idsOf({ body: JSON.parse(text) })

test('a page that was just read shows a message appended to it', async () => {
  const channel = await withMessages('C-append', [message('C-append', now, { id: 'm1' })])
  for (const order of ['asc', 'desc']) {
    const [before, after] = await readAround(`${listOf(channel)}?order=${order}`, () =>
      service.receive([message(channel, now + 10, { id: `appended-${order}` })]),
    )
    assert.ok(!textIds(before).includes(`appended-${order}`))
    assert.ok(textIds(after).includes(`appended-${order}`), 'two different pages came from one URL')
  }
})

test('an empty day that was just read shows its first message', async () => {
  const channel = await withMessages('C-first', [])
  const [before, after] = await readAround(listOf(channel), () =>
    service.receive([message(channel, now, { id: 'first' })]),
  )
  assert.deepEqual([textIds(before), textIds(after)], [[], ['first']])
})

test('a message that arrives late is in its position on a page that was full', async () => {
  const channel = await withMessages('C-late', [
    message('C-late', now, { id: 'm1' }),
    message('C-late', now + 20, { id: 'm2' }),
    message('C-late', now + 30, { id: 'm3' }),
  ])
  const [before, after] = await readAround(`${listOf(channel)}?limit=2`, () =>
    service.receive([message(channel, now + 10, { id: 'late' })]),
  )
  assert.deepEqual(textIds(before), ['m1', 'm2'])
  assert.deepEqual(textIds(after), ['m1', 'late'])
})

test('a message that arrives late is on the page of its past day', async () => {
  const channel = await withMessages('C-yesterday', [message('C-yesterday', now, { id: 'today' })])
  const [before, after] = await readAround(`${listOf(channel)}?date=2026-03-09`, () =>
    service.receive([message(channel, now - dayMs, { id: 'yesterday' })]),
  )
  assert.deepEqual([textIds(before), textIds(after)], [[], ['yesterday']])
})

test('an edit and an unsend show on a page that was just read', async () => {
  const channel = await withMessages('C-edit', [
    message('C-edit', now, { id: 'm1' }),
    message('C-edit', now + 1, { id: 'm2' }),
  ])
  const [, corrected] = await readAround(`${listOf(channel)}?limit=1`, () =>
    service.receive([edited(channel, now + 5, 'm1', 'Corrected')]),
  )
  assert.equal(JSON.parse(corrected).messages[0].content, 'Corrected')
  const [, shortened] = await readAround(`${listOf(channel)}?limit=1`, () =>
    service.receive([unsent(channel, now + 6, 'm1')]),
  )
  assert.deepEqual(textIds(shortened), ['m2'])
})

test('the size of a file shows on a page that was just read as soon as the file has arrived', async () => {
  const channel = await withMessages('C-file', [message('C-file', now, { id: 'photo', content: { type: 'image' } })])
  const [before, after] = await readAround(listOf(channel), () =>
    service.storeMedia(channel, 'photo', Buffer.alloc(1234)),
  )
  const [pending, stored] = [JSON.parse(before).messages[0], JSON.parse(after).messages[0]]
  assert.deepEqual([pending.fileSize, stored.fileSize], [0, 1234])
  assert.equal(pending.mediaKey, stored.mediaKey, 'the key was set at once and stays')
  assert.equal((await owner.get(`${listOf(channel)}/photo`)).body.fileSize, 1234)
})

test('settings of the channel apply to a page that was just read: time zone, retention and history', async () => {
  const channel = await withMessages('C-settings', [
    message('C-settings', Date.parse('2026-03-01T20:00:00Z'), { id: 'evening' }),
  ])
  const path = `${listOf(channel)}?date=2026-03-01`
  const set = (body: object) => owner.put(`/api/channels/${channel}/settings`, body)
  const [utc, tokyo] = await readAround(path, () => set({ timezone: 'Asia/Tokyo' }))
  assert.deepEqual([textIds(utc), textIds(tokyo)], [['evening'], []])
  const [, back] = await readAround(path, () => set({ timezone: 'UTC' }))
  assert.deepEqual(textIds(back), ['evening'])
  const [, expired] = await readAround(path, () => set({ retentionDays: 1 }))
  assert.deepEqual(textIds(expired), [])
  const [, kept] = await readAround(path, () => set({ retentionDays: null }))
  assert.deepEqual(textIds(kept), ['evening'])
  const [, sinceJoined] = await readAround(path, () => set({ history: 'since-joined' }))
  assert.deepEqual(textIds(sinceJoined), [], 'it was sent before the owner joined')
})

test("two subscribers with different histories never get each other's page", async () => {
  const channel = await withMessages('C-two', [message('C-two', now, { id: 'early' })])
  await service.receive([joined(channel, now + 1000, 'U-new', 'New'), message(channel, now + 2000, { id: 'common' })])
  await service.subscribe(channel, 'U-new')
  await owner.put(`/api/channels/${channel}/settings`, { history: 'since-joined' })
  const newcomer = await service.caller('U-new')
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(idsOf(await owner.get(listOf(channel))), ['early', 'common'])
    assert.deepEqual(idsOf(await newcomer.get(listOf(channel))), ['common'])
  }
})

test('a page in the middle of a day stays correct while the day grows', async () => {
  for (const order of ['asc', 'desc']) {
    const channel = `C-closed-${order}`
    await withMessages(
      channel,
      Array.from({ length: 6 }, (_, index) => message(channel, now + index, { id: `m${index}` })),
    )
    const first = await owner.get(`${listOf(channel)}?limit=2&order=${order}`)
    const middle = `${listOf(channel)}?limit=2&cursor=${first.body.nextCursor}`
    const [before, after] = await readAround(middle, () =>
      service.receive(Array.from({ length: 3 }, (_, index) => message(channel, now + 100 + index))),
    )
    assert.equal(after, before)
    assert.deepEqual(textIds(after), order === 'asc' ? ['m2', 'm3'] : ['m3', 'm2'])
  }
})

test('the last page of a day has a next page once the day has grown', async () => {
  const channel = await withMessages('C-tail', [
    message('C-tail', now, { id: 'm1' }),
    message('C-tail', now + 1, { id: 'm2' }),
  ])
  const [before, after] = await readAround(`${listOf(channel)}?limit=2`, () =>
    service.receive([message(channel, now + 2, { id: 'm3' })]),
  )
  assert.deepEqual(textIds(before), textIds(after))
  assert.equal(JSON.parse(before).nextCursor, null)
  const next = await owner.get(`${listOf(channel)}?cursor=${JSON.parse(after).nextCursor}`)
  assert.deepEqual(idsOf(next), ['m3'])
})

test('a page that was just read is closed to someone who lost their role or subscription', async () => {
  const channel = await withMessages('C-gate', [message('C-gate', now, { id: 'm1' })])
  await service.subscribe(channel, 'U-mika')
  const mika = await service.caller('U-mika')
  assert.deepEqual(idsOf(await mika.get(listOf(channel))), ['m1'])
  await mika.delete(`/api/channels/${channel}/backup/subscribe`)
  assert.deepEqual((await mika.get(listOf(channel))).body, { error: 'Not a subscriber' })
  await mika.post(`/api/channels/${channel}/backup/subscribe`)
  assert.deepEqual(idsOf(await mika.get(listOf(channel))), ['m1'])
  await owner.put(`/api/channels/${channel}/members/U-mika/role`, { role: 'guest' })
  assert.deepEqual((await mika.get(listOf(channel))).body, { error: 'Permission denied' })
})

test('the default day moves on at midnight, even if the page of the day before was just read', async () => {
  const night = await startTestService()
  const channel = await night.channel('C-midnight', { owner: 'U-owner', subscribers: ['U-owner'] })
  const caller = await night.caller('U-owner')
  await night.receive([
    message(channel, night.clock.now, { id: 'today' }),
    message(channel, Date.parse('2026-03-11T00:00:00Z'), { id: 'tomorrow' }),
  ])
  assert.deepEqual(idsOf(await caller.get(listOf(channel))), ['today'])
  night.clock.now = Date.parse('2026-03-11T00:00:00Z')
  assert.deepEqual(idsOf(await caller.get(listOf(channel))), ['tomorrow'])
})
