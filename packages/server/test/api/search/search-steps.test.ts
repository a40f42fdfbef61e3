import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { message } from '../../support/content/events.ts'
import { idsOfHits, indexAll, searchAll, searchPage } from '../../support/content/search.ts'
import { fillSearchGroup } from '../../support/content/search-group.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const channel = 'C-steps'
await fillSearchGroup(service, channel)
await indexAll(service.store)
const owner = await service.caller('U-owner')

describe('the order of hits', () => {
  test('without an order, words as typed come before words with other accents, each newest first', async () => {
    for (const limit of [1, 2, 50]) {
      assert.deepEqual(idsOfHits(await searchAll(owner, channel, { q: 'cafe', limit })), [
        'mixed',
        'cafe',
        'place',
        'cafés',
        'café',
      ])
      const hits = await searchAll(owner, channel, { q: 'café', limit })
      assert.deepEqual(
        hits.map(({ item, exact }) => [item.id, exact]),
        [
          ['place', true],
          ['cafés', true],
          ['café', true],
          ['mixed', false],
          ['cafe', false],
        ],
      )
    }
  })

  test('every hit says where its words are', async () => {
    const [hit] = await searchAll(owner, channel, { q: 'lake boathouse cafe' })
    assert.deepEqual(
      [hit?.field, hit?.highlights, hit?.more],
      [
        'title',
        [
          { start: 0, length: 9 },
          { start: 10, length: 4 },
        ],
        [{ field: 'address', bubble: 0, highlights: [{ start: 2, length: 4 }] }],
      ],
    )
    const [named] = await searchAll(owner, channel, { q: 'mika plan' })
    assert.deepEqual(named?.more, [{ field: 'sender', bubble: 0, highlights: [{ start: 0, length: 4 }] }])
    const [listed] = await searchAll(owner, channel, { q: 'type:file' })
    assert.deepEqual([listed?.field, listed?.highlights], [null, []])
    const [decomposed] = await searchAll(owner, channel, { q: 'cafes' })
    assert.deepEqual([decomposed?.highlights, decomposed?.exact], [[{ start: 0, length: 6 }], false])
  })
})

test('a reader steps from hit to hit inside the conversation, in both directions', async () => {
  const step = async (order: 'asc' | 'desc', beyond: string) => {
    const page = await searchPage(owner, channel, { q: 'boathouse', order, beyond, limit: 1 })
    const [hit] = page.hits
    return hit?.item.kind === 'answer' ? `answer:${hit.item.id}` : hit?.item.id
  }
  const seen: string[] = []
  for (let at = await step('asc', 'old'); at !== undefined; at = await step('asc', at)) seen.push(at)
  const answer = seen.at(-1) ?? ''
  assert.match(answer, /^answer:\d+$/)
  assert.deepEqual(seen.slice(0, -1), ['keys', 'locked', 'plan', 'place'])
  const back: string[] = []
  for (let at = await step('desc', answer); at !== undefined; at = await step('desc', at)) back.push(at)
  assert.deepEqual(back, ['place', 'plan', 'locked', 'keys', 'old'])
  assert.equal(await step('desc', 'ru2'), 'place', 'from a message that is no hit')
  const path = `/api/channels/${channel}/backup/search?q=boathouse&order=asc&beyond=`
  for (const unknown of ['nowhere', 'answer:999', 'answer:x'])
    assert.equal((await owner.get(path + unknown)).status, 404)
})

test('with context, a hit shows what was said before and after it', async () => {
  const [hit] = await searchAll(owner, channel, { q: 'blue', context: 'true' })
  const idOf = (item: object | null | undefined) => (item && 'id' in item ? item.id : item)
  assert.deepEqual([idOf(hit?.before), idOf(hit?.after)], ['red', 'nine'])
  const [first] = await searchAll(owner, channel, { q: 'february', context: 'true' })
  assert.deepEqual([first?.before, idOf(first?.after)], [null, 'keys'])
  const [without] = await searchAll(owner, channel, { q: 'blue' })
  assert.equal(without && 'before' in without, false)
})

test('hits differing only in accents are all found when they are pages apart', async () => {
  const far = await service.channel('C-far', { owner: 'U-owner', members: ['U1'], subscribers: ['U-owner'] })
  const start = service.clock.now
  const events = Array.from({ length: 300 }, (_, index) => {
    const text = index % 50 === 7 ? `résumé ${index}` : index % 3 === 0 ? `resume ${index}` : `other ${index}`
    return message(far, start + index * 1000, { id: `m${index}`, from: 'U1', content: { type: 'text', text } })
  })
  await service.receive(events)
  for (const state of ['waiting', 'indexed']) {
    const ids = idsOfHits(await searchAll(owner, far, { q: 'resume', limit: 9 }))
    const accented = ['m257', 'm207', 'm157', 'm107', 'm57', 'm7']
    assert.deepEqual(ids.slice(-6), accented, state)
    assert.equal(ids.length, new Set(ids).size)
    assert.equal(ids.length, 6 + events.filter((_, index) => index % 50 !== 7 && index % 3 === 0).length)
    await indexAll(service.store)
  }
})
