import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { ChannelGrant } from '../../../src/actions/access.ts'
import { storeLocation } from '../../../src/app/storage/open-store.ts'
import { createSearcher, type Searcher } from '../../../src/app/threads/searcher.ts'
import type { Config } from '../../../src/config/config.ts'
import { message } from '../../support/content/events.ts'
import { idsOfHits, searchAll } from '../../support/content/search.ts'
import { isSoak } from '../../support/soak.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const row = { channelNo: 1, timezone: 'UTC', history: 'all', historyFrom: null, retentionDays: null, enabledAt: 0 }
const grant = {
  channelId: 'C1',
  channel: row,
  role: 'owner',
  joinedAt: 0,
  subscribedAt: 0,
} as unknown as ChannelGrant

function open(elsewhere: Partial<Config> = {}): Searcher {
  const location = storeLocation({ ...service.config, ...elsewhere })
  const searcher = createSearcher(
    { location },
    { clock: () => service.clock.now, baseUrl: () => 'http://inn.example', retentionCeilingDays: () => null },
  )
  after(() => searcher.close())
  return searcher
}

test('a message is found once it is acknowledged as stored, however many others search at the same time', async () => {
  const channel = await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  let isDone = false
  const others = Array.from({ length: 6 }, async () => {
    while (!isDone) await searchAll(owner, channel, { q: 'number' })
  })
  for (let index = 0; index < (isSoak ? 60 : 25); index++) {
    const text = `number ${index}.`
    await service.receive([
      message(channel, service.clock.now + index, { id: `m${index}`, content: { type: 'text', text } }),
    ])
    assert.deepEqual(idsOfHits(await searchAll(owner, channel, { q: text })), [`m${index}`])
  }
  isDone = true
  await Promise.all(others)
})

test('someone who searches once is not held up by someone who searches a hundred times', async () => {
  const { search } = open()
  const ended: string[] = []
  const searchAs = async (userId: string) => {
    await search({ ...grant, userId }, { kind: 'channel', query: { q: 'number' } })
    ended.push(userId)
  }
  await searchAs('U-first')
  const flood = Array.from({ length: 100 }, () => searchAs('U-flood'))
  await Promise.all([searchAs('U-once'), ...flood])
  assert.ok(ended.indexOf('U-once') < 50, `after ${ended.indexOf('U-once')} others`)
})

test('a thread that cannot open the store fails its search, and the next one tries again', async () => {
  const { databaseUrl } = service.config
  const elsewhere = databaseUrl && new URL('/nowhere', databaseUrl).href
  const { search } = open({ dataDir: join(service.dataDir, 'nowhere'), databaseUrl: elsewhere })
  await assert.rejects(search(grant, { kind: 'channel', query: { q: 'number' } }), /A searching thread failed/)
  await assert.rejects(search(grant, { kind: 'channel', query: { q: 'number' } }), /A searching thread failed/)
  const page = await open().search(grant, { kind: 'channel', query: { q: 'number' } })
  assert.ok(JSON.parse(page.toString()).hits.length > 0, 'the control: a store that opens is searched')
})

test('a search that is refused in the thread is refused with an explanation', async () => {
  await assert.rejects(
    open().search(grant, { kind: 'channel', query: { q: 'number', from: '2026-03-10', to: '2026-03-01' } }),
    {
      name: 'Refusal',
      detail: 'from must not be after to',
    },
  )
})

test('during and after closing, searches are refused as unavailable', async () => {
  const searcher = open()
  const cut = assert.rejects(searcher.search(grant, { kind: 'channel', query: { q: 'number' } }), {
    code: 'unavailable',
  })
  await searcher.close()
  await cut
  await assert.rejects(searcher.search(grant, { kind: 'channel', query: { q: 'number' } }), { code: 'unavailable' })
})
