import assert from 'node:assert/strict'
import { test } from 'node:test'
import { message } from '../../support/content/events.ts'
import { assertEachOnce, idsOf, walk } from '../../support/http/walk.ts'
import { isSoak } from '../../support/soak.ts'
import { startTestService } from '../../support/test-service.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How many messages have the same timestamp, and after how many pages something changes. */
const [count, everyPages] = isSoak ? [10_000, 100] : [1_900, 20]

test(`paging over ${count} messages of one instant returns each once, while others arrive, arrive late and expire`, async () => {
  const service = await startTestService()
  const channel = await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  const owner = await service.caller('U-owner')
  await owner.put(`/api/channels/${channel}/settings`, { retentionDays: 1 })
  const noon = service.clock.now
  const morning = noon - 6 * hourMs
  const crowd = Array.from({ length: count }, (_, index) => `crowd-${index}`)
  const early = Array.from({ length: 70 }, (_, index) => `early-${index}`)
  await service.receive(early.map((id, index) => message(channel, morning + index, { id })))
  for (let start = 0; start < crowd.length; start += 1000) {
    await service.receive(crowd.slice(start, start + 1000).map((id) => message(channel, noon, { id, name: 'Mai' })))
  }

  let inserted = 0
  const path = `/api/channels/${channel}/backup/messages`
  const seen = await walk(owner, path, {
    limit: 7,
    async between(page) {
      if (page % everyPages !== everyPages - 1) return
      const id = (kind: string) => ({ id: `${kind}-${page}` })
      await service.receive([
        message(channel, noon - hourMs, id('behind')),
        message(channel, noon, id('same')),
        message(channel, noon + page, id('ahead')),
      ])
      inserted++
      // The early ones expire after they were read, then the clock moves to the next day.
      if (inserted === 6) service.clock.now = morning + dayMs + 35
      if (inserted === 10) service.clock.now = morning + dayMs + hourMs
    },
  })
  assertEachOnce(seen)
  const met = new Set(seen)
  assert.deepEqual(
    [...early, ...crowd].filter((id) => !met.has(id)),
    [],
    'everything that existed when its page was read was returned',
  )
  assert.deepEqual(
    seen.filter((id) => id.startsWith('crowd')),
    crowd,
    'in the order of arrival',
  )
  const countOf = (kind: string, ids: string[]) => ids.filter((id) => id.startsWith(kind)).length
  assert.equal(inserted, 14)
  assert.deepEqual([countOf('same', seen), countOf('ahead', seen)], [14, 14], 'what is added ahead is returned')

  const again = await walk(owner, `${path}?date=2026-03-10`, { limit: 100 })
  assertEachOnce(again)
  assert.equal(countOf('behind', again), 14, 'the positions shifted while paging, so counting rows would have failed')
  assert.equal(countOf('behind', seen), 0)
  assert.equal(countOf('early', again), 0, 'and the first ones had really expired')
})

test('paging back in time returns each message once, although the oldest expire before they are read', async () => {
  const service = await startTestService()
  const channel = await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  const owner = await service.caller('U-owner')
  await owner.put(`/api/channels/${channel}/settings`, { retentionDays: 1 })
  const ids = Array.from({ length: 300 }, (_, index) => `m${index}`)
  const start = service.clock.now
  await service.receive(ids.map((id, index) => message(channel, start + index * 1000, { id })))
  service.clock.now = start + dayMs
  const seen = await walk(owner, `/api/channels/${channel}/backup/messages?date=2026-03-10&order=desc`, {
    limit: 7,
    async between(page) {
      await service.receive([message(channel, start + 400_000 + page, { id: `newer-${page}` })])
      if (page === 10) service.clock.now = start + dayMs + 100_000
    },
  })
  assert.deepEqual(seen, ids.slice(100).toReversed())
})

// The following tests do not move the clock, and each has its own channel.
const service = await startTestService()

test('the media list is paged without gaps while files arrive', async () => {
  const channel = await service.channel('C-media', { owner: 'U-owner', subscribers: ['U-owner'] })
  const owner = await service.caller('U-owner')
  const file = await service.putFile(Buffer.from('the same bytes'))
  const store = (messageId: string) =>
    service.store.write<'store-media'>({
      kind: 'store-media',
      at: service.clock.now,
      channelId: channel,
      messageId,
      ...file,
    })
  const ids = Array.from({ length: 40 }, (_, index) => `photo-${index}`)
  const waiting = Array.from({ length: 20 }, (_, index) => `waiting-${index}`)
  const photo = (id: string, at: number) => message(channel, at, { id, content: { type: 'image' } })
  await service.receive(ids.map((id, index) => photo(id, service.clock.now + Math.floor(index / 8))))
  await service.receive(waiting.map((id, index) => photo(id, service.clock.now + (index % 2) * 100)))
  for (const id of ids) await store(id)
  for (const order of ['desc', 'asc']) {
    const seen = await walk(owner, `/api/channels/${channel}/backup/media?order=${order}`, {
      limit: 3,
      between: async () => {
        const id = waiting.pop()
        if (id) await store(id)
      },
    })
    assertEachOnce(seen, order)
    const old = seen.filter((id) => id.startsWith('photo'))
    assert.deepEqual(old, order === 'asc' ? ids : ids.toReversed())
  }
})

test('rules are paged by priority, then age, while rules are created and deleted', async () => {
  const channel = await service.channel('C-rules', { owner: 'U-owner' })
  const owner = await service.caller('U-owner')
  const path = `/api/channels/${channel}/assistant/qa`
  const create = async (priority: number) =>
    (await owner.post(path, { keywords: ['k'], question: 'q', answer: 'a', priority })).body.id as string
  const made: { id: string; priority: number }[] = []
  for (let index = 0; index < 24; index++) made.push({ id: await create(index % 3), priority: index % 3 })
  const expected = [2, 1, 0].flatMap((level) => made.filter(({ priority }) => priority === level).map(({ id }) => id))
  assert.deepEqual(idsOf(await owner.get(path)), expected, 'all at once')
  assert.equal('nextCursor' in (await owner.get(path)).body, false, 'the plain list is not paged')
  const seen = await walk(owner, path, {
    limit: 5,
    async between(page) {
      await create(1000)
      if (page === 1) await owner.delete(`${path}/${expected[0]}`)
    },
  })
  assert.deepEqual(seen, expected)
})

test('the audit log is paged newest first while it grows', async () => {
  const channel = await service.channel('C-audit', { owner: 'U-owner' })
  const owner = await service.caller('U-owner')
  const change = (message: string) => owner.put(`/api/channels/${channel}/assistant/welcome`, { message })
  for (let index = 0; index < 20; index++) await change(`${index}`)
  const path = `/api/channels/${channel}/audit`
  const all = idsOf(await owner.get(`${path}?limit=100`))
  assert.equal(all.length, 21, 'the changes and the assignment of the owner')
  const seen = await walk(owner, path, { limit: 4, between: async () => void (await change('more')) })
  assert.deepEqual(seen, all)
})
