import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ChannelEvent } from '@innkeeper/contract'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { type Watcher, watchChannel } from '../../support/http/watching.ts'
import { fakeDelivery } from '../../support/line/fake-platform.ts'
import { drawRandom } from '../../support/line/line-load.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const now = service.clock.now
const owner = await service.caller('U-owner')
const watchers: Watcher[] = []
after(() => Promise.all(watchers.map((watcher) => watcher.stop())))

const newChannel = (channelId: string) => service.channel(channelId, { owner: 'U-owner', subscribers: ['U-owner'] })
const lastEventId = async (channelId: string): Promise<string> =>
  (await owner.get(`/api/channels/${channelId}/backup/timeline`)).body.lastEventId
const watchFrom = async (channelId: string, from: string) => {
  const watcher = await watchChannel(service, owner, channelId, { lastEventId: from })
  watchers.push(watcher)
  return watcher
}
const idOf = (event: ChannelEvent) => ('item' in event && event.item.kind === 'message' ? event.item.id : event.event)

test('a client that was away gets the events it missed, in order, and none that it already had', async () => {
  const channelId = await newChannel('C-away')
  await service.receive([message(channelId, now, { id: 'm-before' })])
  const from = await lastEventId(channelId)
  for (const id of ['m1', 'm2', 'm3']) await service.receive([message(channelId, now + 1, { id })])
  await service.receive([unsent(channelId, now + 2, 'm2')])
  const watcher = await watchFrom(channelId, from)
  await watcher.until(({ event }) => event === 'unsent')
  assert.deepEqual(watcher.events.map(idOf), ['m1', 'm3', 'unsent'])
  await service.receive([message(channelId, now + 3, { id: 'm4' })])
  await watcher.until((event) => idOf(event) === 'm4')
  assert.equal(watcher.events.length, 4)
})

test('an id in the URL is used if a client cannot send the header, which takes precedence', async () => {
  const channelId = await newChannel('C-address')
  const from = await lastEventId(channelId)
  await service.receive([message(channelId, now, { id: 'm1' })])
  const to = await lastEventId(channelId)
  const hear = async (query: string, headers: Record<string, string>) => {
    const answer = await fetch(`${service.url}/api/channels/${channelId}/events?lastEventId=${query}`, {
      headers: { authorization: owner.authorization ?? '', ...headers },
    })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    await service.receive([message(channelId, now + 1)])
    while (reader && !heard.includes('event:')) heard += (await reader.read()).value
    await reader?.cancel()
    return heard
  }
  assert.match(await hear(from, {}), /m1/)
  assert.doesNotMatch(await hear(from, { 'last-event-id': to }), /m1/)
})

const unknown: [what: string, id: (last: string) => string][] = [
  ['newer than all', (last) => String(Number(last) + 1000)],
  ['older than the stored ones', () => '1'],
  ['that is not a number', () => 'yesterday'],
]
for (const [what, idFrom] of unknown) {
  test(`an id ${what} gets a reset, and events continue from there`, async () => {
    const channelId = await newChannel(`C-${what.replaceAll(' ', '-')}`)
    await service.receive([message(channelId, now, { id: 'm1' })])
    const watcher = await watchFrom(channelId, idFrom(await lastEventId(channelId)))
    await watcher.until(({ event }) => event === 'reset')
    assert.equal(watcher.lastEventId(), await lastEventId(channelId))
    await service.receive([message(channelId, now + 1, { id: 'm2' })])
    await watcher.until((event) => idOf(event) === 'm2')
    assert.deepEqual(watcher.events.map(idOf), ['reset', 'm2'])
  })
}

test('changes older than a day are deleted, and a client that resumes from there gets a reset', async () => {
  const channelId = await newChannel('C-forgotten')
  const from = await lastEventId(channelId)
  await service.receive([message(channelId, now, { id: 'm1' })])
  const still = await watchFrom(channelId, from)
  assert.equal(idOf(await still.until(() => true)), 'm1', 'nothing is deleted yet')
  const forget = { kind: 'forget-changes', at: now + 86_400_001, limit: 10_000, after: 0 } as const
  const firstOfLate = async () => {
    await service.store.write<'index-messages'>({ kind: 'index-messages', limit: 10_000 })
    await service.store.write<'forget-changes'>(forget)
    return await (await watchFrom(channelId, from)).until(() => true)
  }
  // Indexing skips a channel that the service is writing to at this moment, and changes that aren't indexed aren't deleted.
  assert.deepEqual(await eventually(firstOfLate, ({ event }) => event === 'reset'), { event: 'reset' })
})

test('too many changes at once are sent as a reset', async () => {
  const channelId = await newChannel('C-flood')
  const watcher = await watchChannel(service, owner, channelId)
  watchers.push(watcher)
  await service.receive(Array.from({ length: 600 }, (_, index) => message(channelId, now + index)))
  await watcher.until(({ event }) => event === 'reset')
  assert.equal(watcher.events.length, 1)
})

test('every message of two writers arrives, even if the connection is cut at any moment', async (context) => {
  const random = drawRandom(context)
  const channelId = await newChannel('C-cuts')
  const cuts = new Set<AbortController>()
  const reach: typeof fetch = async (input, init) => {
    const cut = new AbortController()
    cuts.add(cut)
    const signal = AbortSignal.any([cut.signal, ...(init?.signal ? [init.signal] : [])])
    return await fetch(input, { ...init, signal })
  }
  const watcher = await watchChannel(service, owner, channelId, { fetch: reach })
  watchers.push(watcher)
  const said: string[] = []
  const write = async (name: string, take: (events: ReturnType<typeof message>[]) => Promise<unknown>) => {
    for (let round = 0; round < 20; round++) {
      const events = Array.from({ length: random.between(1, 4) }, (_, index) =>
        message(channelId, now + random.between(0, 1000), { id: `${name}-${round}-${index}` }),
      )
      await take(events)
      said.push(...events.map(({ messageId }) => messageId))
      await new Promise((resolve) => setTimeout(resolve, random.between(0, 30)))
    }
  }
  const stranger = service.callerWith(undefined)
  let isOver = false
  const cutting = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, random.between(20, 300)))
      for (const cut of cuts) cut.abort()
      cuts.clear()
    }
  })()
  await Promise.all([
    write('here', (events) => stranger.request('POST', '/webhooks/fake', fakeDelivery({ events }))),
    write('elsewhere', (events) => service.receive(events)),
  ])
  isOver = true
  await cutting
  await service.receive([message(channelId, now + 2000, { id: 'the-end' })])
  await watcher.until((event) => idOf(event) === 'the-end')
  const heard = new Set(watcher.events.map(idOf))
  assert.deepEqual(
    said.filter((id) => !heard.has(id)),
    [],
  )
})
