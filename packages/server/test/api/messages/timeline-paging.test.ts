import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { createSampleGroup, labelsOf, read } from '../../support/content/sample-group.ts'
import type { Caller } from '../../support/http/caller.ts'
import { assertEachOnce } from '../../support/http/walk.ts'
import { isSoak } from '../../support/soak.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const noon = service.clock.now

type Sizes = () => number

/** Reads from a page to one end of the conversation. */
async function followCursor(
  caller: Caller,
  path: string,
  cursor: string | null,
  way: 'previousCursor' | 'nextCursor',
  size: Sizes,
) {
  const found: string[] = []
  while (cursor !== null) {
    const page = await read(caller, `${path}?cursor=${cursor}&limit=${size()}`)
    if (way === 'nextCursor') found.push(...labelsOf(page.items))
    else found.unshift(...labelsOf(page.items))
    cursor = page[way]
  }
  return found
}

/** Everything before the first page, that page, and everything after it. */
async function readAll(caller: Caller, path: string, query: string, size: Sizes): Promise<string[]> {
  const page = await read(caller, `${path}?${query}limit=${size()}`)
  const before = await followCursor(caller, path, page.previousCursor, 'previousCursor', size)
  const after = await followCursor(caller, path, page.nextCursor, 'nextCursor', size)
  return [...before, ...labelsOf(page.items), ...after]
}

test('paging from any start, with pages of any size, both ways, returns each item once and in order', async () => {
  const { owner, timeline, deliver, channelId, question, settled } = await createSampleGroup(service, 'C-model')
  // Few timestamps for many items, so most have the same time as others.
  const moments = Array.from(
    { length: 120 },
    (_, index) => noon + ((index * 7) % 5) + (index > 60 ? 3_600_000 * 24 : 0),
  )
  const kinds = ['message', 'question', 'taken', 'message', 'asked-and-taken'] as const
  const said = moments.map((at, index) => ({ id: `m${index}`, at, kind: kinds[index % kinds.length] }))
  await deliver(
    ...said.map(({ id, at, kind }) =>
      kind === 'message' || kind === 'taken' ? message(channelId, at, { id }) : question(id, at),
    ),
  )
  await settled()
  const isTaken = (kind: (typeof kinds)[number] | undefined) => kind === 'taken' || kind === 'asked-and-taken'
  await deliver(...said.filter(({ kind }) => isTaken(kind)).map(({ id }) => unsent(channelId, noon, id)))
  const model = [...new Set(moments)]
    .sort((a, b) => a - b)
    .flatMap((moment) => {
      const then = said.filter(({ at }) => at === moment)
      const asked = then.filter(({ kind }) => kind === 'question' || kind === 'asked-and-taken')
      return [...then.map(({ id, kind }) => (isTaken(kind) ? 'gap' : id)), ...asked.map(({ id }) => `answer to ${id}`)]
    })
  const there = said.filter(({ kind }) => !isTaken(kind)).map(({ id }) => `around=${id}&`)
  const beginnings = fc.oneof(
    fc.constantFrom('', 'date=2026-03-10&', 'date=2026-03-11&', 'date=2026-03-12&'),
    fc.constantFrom(...there),
  )
  await fc.assert(
    fc.asyncProperty(
      beginnings,
      fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 9 }),
      async (query, sizes) => {
        let turn = 0
        const size = () => sizes[turn++ % sizes.length] ?? 1
        assert.deepEqual(await readAll(owner, timeline, query, size), model)
      },
    ),
    { numRuns: 25 },
  )
})

/** Fewer messages in smaller pages, so the number of pages is the same. */
const [crowdSize, backwards, forwards] = isSoak ? [10_000, 200, 173] : [2_000, 40, 35]

test(`paging over ${crowdSize} simultaneous messages returns each once both ways, while others come and are unsent`, async () => {
  const { owner, timeline, deliver, channelId } = await createSampleGroup(service, 'C-crowd')
  const crowd = Array.from({ length: crowdSize }, (_, index) => `crowd-${index}`)
  for (let start = 0; start < crowd.length; start += 1000) {
    await deliver(...crowd.slice(start, start + 1000).map((id) => message(channelId, noon, { id })))
  }
  let page = 0
  const disturb = async () => {
    page++
    if (page % 10 !== 5) return
    const id = (kind: string) => ({ id: `${kind}-${page}` })
    await deliver(
      message(channelId, noon - 1000, id('behind')),
      message(channelId, noon, id('same')),
      message(channelId, noon + 1000, id('ahead')),
      unsent(channelId, noon, `crowd-${page}`),
      unsent(channelId, noon, `crowd-${0.9 * crowdSize + page}`),
    )
  }
  const middle = await read(owner, `${timeline}?around=crowd-${crowdSize / 2}&limit=${backwards}`)
  const seen = labelsOf(middle.items)
  for (let cursor = middle.previousCursor; cursor !== null; ) {
    const earlier = await read(owner, `${timeline}?cursor=${cursor}&limit=${backwards}`)
    seen.unshift(...labelsOf(earlier.items))
    cursor = earlier.previousCursor
    await disturb()
  }
  for (let cursor = middle.nextCursor; cursor !== null; ) {
    const later = await read(owner, `${timeline}?cursor=${cursor}&limit=${forwards}`)
    seen.push(...labelsOf(later.items))
    cursor = later.nextCursor
    await disturb()
  }
  const met = seen.filter((label) => label.startsWith('crowd'))
  assertEachOnce(seen.filter((label) => label !== 'gap'))
  const gaps = seen.filter((label) => label === 'gap').length
  assert.ok(gaps > 0, 'some were unsent before their page was read')
  assert.equal(met.length + gaps, crowd.length, 'and appear as gaps')
  const isMet = new Set(met)
  assert.deepEqual(
    met,
    crowd.filter((id) => isMet.has(id)),
    'in the order of arrival',
  )
  assert.ok(seen.some((label) => label.startsWith('same')) && seen.some((label) => label.startsWith('ahead')))
})
