import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChannelsSearchPage, HitCount } from '@innkeeper/contract'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { indexAll } from '../../support/content/search.ts'
import type { Caller } from '../../support/http/caller.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const start = service.clock.now
const me = await service.caller('U-me')
const minute = 60_000

const say = (channel: string, id: string, text: string, at: number) =>
  message(channel, at, { id, from: 'U1', name: 'Mika', content: { type: 'text', text } })

async function searchEverywhere(
  caller: Caller,
  query: Record<string, string | number>,
  between?: () => Promise<unknown>,
): Promise<{ ids: string[]; pages: ChannelsSearchPage[] }> {
  const pages: ChannelsSearchPage[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const asked = cursor === undefined ? query : { cursor, ...(query.limit && { limit: query.limit }) }
    const answer = await caller.get(`/api/search?${new URLSearchParams(asked as Record<string, string>)}`)
    assert.equal(answer.status, 200, answer.text)
    pages.push(answer.body)
    cursor = answer.body.nextCursor
    assert.ok(pages.length < 500, 'the walk ends')
    await between?.()
  }
  return { ids: pages.flatMap(({ hits }) => hits.map(({ item }) => item.id)), pages }
}

const countOf = async (caller: Caller, query: string): Promise<HitCount> => {
  const answer = await caller.get(`/api/search/count?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

test('one list has the hits of all my groups, newest first, and pages through them without repeats or gaps', async () => {
  const channels = ['C-a', 'C-b', 'C-c']
  for (const channel of channels)
    await service.channel(channel, { owner: 'U-me', members: ['U1'], subscribers: ['U-me'] })
  const events = Array.from({ length: 60 }, (_, index) => {
    // Several at the same moment, also in different groups.
    const at = start + Math.floor(index / 4) * minute
    return say(channels[index % 3] ?? '', `m${index}`, index % 5 === 0 ? `Café ${index}` : `cafe ${index}`, at)
  })
  await service.receive(events.slice(0, 30))
  await indexAll(service.store)
  await service.receive(events.slice(30))
  for (const limit of [1, 7, 100]) {
    const { ids } = await searchEverywhere(me, { q: 'cafe', order: 'desc', limit })
    assert.equal(new Set(ids).size, 60, `limit ${limit}`)
    assert.equal(ids.length, 60)
    const times = ids.map((id) => Math.floor(Number(id.slice(1)) / 4))
    assert.deepEqual(
      times,
      times.toSorted((one, other) => other - one),
    )
    const reversed = await searchEverywhere(me, { q: 'cafe', order: 'asc', limit })
    assert.deepEqual(reversed.ids, ids.toReversed())
  }
  const best = await searchEverywhere(me, { q: 'cafe', limit: 7 })
  const folded = best.ids.map((id) => Number(id.slice(1)) % 5 === 0)
  assert.deepEqual(
    [best.ids.length, new Set(best.ids).size, folded.indexOf(true)],
    [60, 60, 48],
    'as typed, then the others',
  )
  const [first] = best.pages
  assert.equal(first?.searched, 3)
  assert.ok(first?.channels.every(({ name, timezone }) => name !== '' && timezone === 'UTC'))
  assert.deepEqual(await countOf(me, 'q=cafe'), { count: 60, isExact: true })
})

test('while others are added, indexed and unsent, no hit is repeated or skipped', async () => {
  const one = 'C-moving'
  const other = 'C-moving-too'
  for (const channel of [one, other]) await service.channel(channel, { owner: 'U-me', subscribers: ['U-me'] })
  const events = Array.from({ length: 20 }, (_, index) =>
    say(index % 2 ? one : other, `v${index}`, `moving ${index}`, start + (index % 3)),
  )
  await service.receive(events)
  const whole = (await searchEverywhere(me, { q: 'moving', order: 'desc' })).ids
  const last = whole.at(-1) ?? ''
  let step = 0
  const { ids } = await searchEverywhere(me, { q: 'moving', order: 'desc', limit: 3 }, async () => {
    step++
    await service.store.write<'index-messages'>({ kind: 'index-messages', limit: 3 })
    if (step === 1) await service.receive([say(one, 'v-new', 'moving along', start + minute)])
    if (step === 2) await service.receive([unsent(Number(last.slice(1)) % 2 ? one : other, start, last)])
  })
  assert.deepEqual(ids, whole.slice(0, -1))
})

describe('a search of all groups', () => {
  test('has only what its caller can read in each of them', async () => {
    const people = { owner: 'U-boss', members: ['U1', 'U-reader'] }
    const open = await service.channel('C-open', { ...people, subscribers: ['U-boss', 'U-reader'] })
    const unsubscribed = await service.channel('C-unsubscribed', { ...people, subscribers: ['U-boss'] })
    const guests = { owner: 'U-boss', members: ['U1'], subscribers: ['U-boss'] }
    const closed = await service.channel('C-closed', { ...guests, guests: ['U-reader'] })
    const admins = await service.channel('C-admins', { ...people, subscribers: ['U-boss', 'U-reader'] })
    const recent = await service.channel('C-recent', { ...people, subscribers: ['U-boss', 'U-reader'] })
    const left = await service.channel('C-left', { ...people, subscribers: ['U-boss', 'U-reader'] })
    const all = [open, unsubscribed, closed, admins, recent, left]
    await service.receive(all.map((channel) => say(channel, `new-${channel}`, 'needle', start + minute)))
    await service.receive(all.map((channel) => say(channel, `old-${channel}`, 'needle', start - 3 * 86_400_000)))
    const boss = await service.caller('U-boss')
    const reader = await service.caller('U-reader')
    await boss.put(`/api/channels/${admins}/settings`, { backup: 'admins' })
    await boss.put(`/api/channels/${recent}/settings`, { history: 'since-joined' })
    await boss.put(`/api/channels/${open}/settings`, { retentionDays: 2 })
    await service.channel(left, { left: ['U-reader'] })
    const ids = async (caller: Caller) => (await searchEverywhere(caller, { q: 'needle' })).ids.toSorted()
    assert.deepEqual(await ids(reader), [`new-${open}`, `new-${recent}`])
    assert.deepEqual((await ids(boss)).length, 2 * all.length - 2, 'the control: the owner reads them all')
    assert.deepEqual(await countOf(reader, 'q=needle'), { count: 2, isExact: true })
    const stranger = await service.caller('U-stranger')
    const nothing = await searchEverywhere(stranger, { q: 'needle' })
    assert.deepEqual([nothing.ids, nothing.pages[0]?.searched], [[], 0])
  })

  test('refuses a cursor of someone else', async () => {
    const { pages } = await searchEverywhere(me, { q: 'cafe', limit: 1 })
    const other = await service.caller('U-boss')
    const answer = await other.get(`/api/search?cursor=${pages[0]?.nextCursor}`)
    assert.deepEqual(
      [answer.status, answer.body.error],
      [400, 'cursor is not valid for this list; start without a cursor'],
    )
  })
})

test('counting stops at 1,000 and says so', async () => {
  const channel = await service.channel('C-many', { owner: 'U-counter', subscribers: ['U-counter'] })
  const counter = await service.caller('U-counter')
  const events = Array.from({ length: 1001 }, (_, index) =>
    say(channel, `c${index}`, `beans ${index % 7}`, start + index),
  )
  for (let at = 0; at < events.length; at += 500) await service.receive(events.slice(at, at + 500))
  await indexAll(service.store)
  const count = async (q: string) =>
    (await counter.get(`/api/channels/${channel}/backup/search/count?q=${encodeURIComponent(q)}`)).body
  assert.deepEqual(await count('beans'), { count: 1000, isExact: false })
  assert.deepEqual(await count('beans 3'), { count: 143, isExact: true })
  assert.deepEqual(await count('"beans 3" -bean'), { count: 0, isExact: true })
})
