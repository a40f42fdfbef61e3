import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { MessageContent, MessageDetails } from '../../../src/domain/messages/message-json.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { edited, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { findNaively } from '../../support/content/naive-search.ts'
import { corpus, idsOfHits, indexAll, searchAll, searchPage } from '../../support/content/search.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const start = service.clock.now
const dayMs = 86_400_000
let channels = 0

/** For `q` with its spaces. A quotation mark can't be part of a phrase. */
const phrase = (q: string) => `"${q.replaceAll(/["“”„＂]/g, '')}"`

async function newChannel(): Promise<string> {
  return await service.channel(`C-${++channels}`, { owner: 'U-owner', members: ['U1', 'U2'], subscribers: ['U-owner'] })
}

function say(channel: string, id: string, text: string, at = start, from = 'U1'): IncomingEvent {
  return message(channel, at, { id, from, content: { type: 'text', text } })
}

function sayWith(channel: string, id: string, content: MessageContent, details?: MessageDetails): IncomingEvent {
  return { ...message(channel, start, { id, from: 'U1', content }), ...(details && { details }) } as IncomingEvent
}

const idsFor = async (channel: string, q: string, more: Record<string, string | number> = {}) =>
  idsOfHits(await searchAll(owner, channel, { q, ...more }))

test('every part of a message with two or more characters is found with its positions, and nothing else is', async () => {
  const channel = await newChannel()
  const other = await newChannel()
  const events = corpus.map((text, index) => say(channel, `m${index}`, text, start + index))
  await service.receive(events.slice(0, 9))
  await service.receive(corpus.map((text, index) => say(other, `other${index}`, text)))
  await indexAll(service.store)
  // The rest may or may not be indexed by the time of the search.
  await service.receive(events.slice(9))
  const part = fc.nat(corpus.length - 1).chain((index) => {
    const characters = [...(corpus[index] as string)]
    const first = fc.nat(characters.length - 2)
    return fc
      .tuple(first, fc.integer({ min: 2, max: 12 }))
      .map(([from, length]) => characters.slice(from, from + length).join(''))
  })
  const anything = fc.string({ unit: 'grapheme', minLength: 2, maxLength: 4 }).filter((q) => q.length >= 2)
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 9, arbitrary: part }, { weight: 1, arbitrary: anything }), async (q) => {
      const hits = await searchAll(owner, channel, { q: phrase(q), order: 'desc' })
      const expected = corpus
        .map((text, index) => ({ id: `m${index}`, highlights: findNaively(text, q) }))
        .filter(({ highlights }) => highlights.length > 0)
        .reverse()
      assert.deepEqual(
        hits.map(({ item, highlights }) => ({ id: item.id, highlights })),
        expected,
      )
    }),
    { numRuns: 120 },
  )
})

describe('what is found', () => {
  test('a message is found as soon as it is stored, before and after it is indexed', async () => {
    const channel = await newChannel()
    await service.receive([say(channel, 'm1', 'the blue umbrella')])
    assert.deepEqual(await idsFor(channel, 'umbrella'), ['m1'])
    await indexAll(service.store)
    assert.deepEqual(await idsFor(channel, 'umbrella'), ['m1'])
    assert.deepEqual(await idsFor(channel, 'umbrellas'), [], 'the control: other words are not found')
  })

  test('file names, locations and sticker texts are found, each with its field', async () => {
    const channel = await newChannel()
    const place = { type: 'location', latitude: 1, longitude: 2, address: '東京都千代田区1-1' } as const
    await service.receive([
      sayWith(channel, 'file', { type: 'file', fileName: 'minutes-東京.pdf' }),
      sayWith(channel, 'place', place, { title: '東京駅' }),
      sayWith(channel, 'sticker', { type: 'sticker', stickerId: '1', packageId: '2' }, { stickerText: '東京へ' }),
      sayWith(channel, 'photo', { type: 'image' }),
      say(channel, 'text', 'go to 東京, 東京'),
    ])
    for (const state of ['before it is indexed', 'in the index']) {
      const hits = await searchAll(owner, channel, { q: '東京' })
      assert.deepEqual(
        hits.map(({ item, field, highlights }) => [item.id, field, highlights.map(({ start: at }) => at)]),
        [
          ['text', 'content', [6, 10]],
          ['sticker', 'title', [0]],
          ['place', 'title', [0]],
          ['file', 'fileName', [8]],
        ],
        state,
      )
      const [address] = await searchAll(owner, channel, { q: '千代田' })
      assert.deepEqual([address?.field, address?.highlights], ['address', [{ start: 3, length: 3 }]])
      assert.deepEqual(await idsFor(channel, '京東'), [], 'a match does not span two texts')
      await indexAll(service.store)
    }
  })

  test('a single emoji is enough, and so is a character that folds to a single letter', async () => {
    const channel = await newChannel()
    await service.receive([say(channel, 'm1', 'well done 🎉'), say(channel, 'm2', 'plan 𝐁'), say(channel, 'm3', 'b')])
    await indexAll(service.store)
    assert.deepEqual(await idsFor(channel, '🎉'), ['m1'])
    assert.deepEqual(await idsFor(channel, '𝐁'), ['m3', 'm2'])
  })

  test('a hit is a timeline item with its sender, picture and quoted message', async () => {
    const channel = await newChannel()
    await service.receive([
      say(channel, 'm1', 'who comes?'),
      sayWith(channel, 'm2', { type: 'text', text: 'I will come' }, { quotedMessageId: 'm1' }),
    ])
    const [hit] = await searchAll(owner, channel, { q: 'will' })
    assert.ok(hit?.item.kind === 'message')
    assert.equal(hit.item.sender.name, 'Name of U1')
    assert.equal(hit.item.quoted?.excerpt, 'who comes?')
  })
})

describe('filters', () => {
  test('by person, by type and by day of the channel', async () => {
    const channel = await newChannel()
    await owner.put(`/api/channels/${channel}/settings`, { timezone: 'Asia/Tokyo' })
    const evening = Date.parse('2026-03-09T14:59:59Z')
    await service.receive([
      say(channel, 'eve', 'tea time', evening),
      say(channel, 'night', 'tea time', evening + 1000),
      say(channel, 'noon', 'tea time', start, 'U2'),
      { ...sayWith(channel, 'menu', { type: 'file', fileName: 'tea.pdf' }), at: start + 1 },
    ])
    for (const state of ['not indexed', 'indexed']) {
      assert.deepEqual(await idsFor(channel, 'tea'), ['menu', 'noon', 'night', 'eve'], state)
      assert.deepEqual(await idsFor(channel, 'tea', { sender: 'U2' }), ['noon'])
      assert.deepEqual(await idsFor(channel, 'tea', { sender: 'U-nobody' }), [])
      assert.deepEqual(await idsFor(channel, 'tea', { type: 'file' }), ['menu'])
      assert.deepEqual(await idsFor(channel, 'tea', { to: '2026-03-09' }), ['eve'])
      assert.deepEqual(await idsFor(channel, 'tea', { from: '2026-03-10', to: '2026-03-10', type: 'text' }), [
        'noon',
        'night',
      ])
      await indexAll(service.store)
    }
  })

  test('expired messages and messages from before joining are not found', async () => {
    const channel = await newChannel()
    await service.receive([say(channel, 'old', 'green tea', start - 3 * dayMs), say(channel, 'new', 'green tea')])
    await indexAll(service.store)
    assert.deepEqual(await idsFor(channel, 'green'), ['new', 'old'])
    await owner.put(`/api/channels/${channel}/settings`, { retentionDays: 2 })
    assert.deepEqual(await idsFor(channel, 'green'), ['new'])
    await owner.put(`/api/channels/${channel}/settings`, { retentionDays: null, history: 'since-joined' })
    assert.deepEqual(await idsFor(channel, 'green'), ['new'])
  })
})

describe('the longest texts', () => {
  test('are indexed a few at a time along with others, and can be unsent in one delivery', async () => {
    const channel = await newChannel()
    const ids = Array.from({ length: 20 }, (_, index) => `long${index}`)
    const long = (index: number) => Array.from({ length: 5000 }, (_, at) => String.fromCodePoint(0x4e00 + at + index))
    const others = message(channel, start, { id: 'picture', content: { type: 'image' } })
    await service.receive([others, ...ids.map((id, index) => say(channel, id, `needle ${long(index).join('')}`))])
    const { indexed } = await service.store.write<'index-messages'>({ kind: 'index-messages', limit: 400 })
    assert.ok(indexed < 10, `${indexed} in one commit`)
    await indexAll(service.store)
    assert.deepEqual(await idsFor(channel, 'needle'), ids.toReversed())
    await service.receive(ids.slice(1).map((id) => unsent(channel, start, id)))
    assert.deepEqual(await idsFor(channel, 'needle'), ['long0'])
  })
})

describe('pages', () => {
  test('neither repeat nor skip a message while others are added, removed and indexed', async () => {
    const channel = await newChannel()
    const say10 = (name: string, at: number) =>
      Array.from({ length: 10 }, (_, index) => say(channel, `${name}${index}`, `word ${name}`, at + (index % 3)))
    await service.receive(say10('a', start))
    await indexAll(service.store)
    await service.receive(say10('b', start))
    await service.receive(say10('c', start + 100))
    const whole = await idsFor(channel, 'word')
    assert.equal(new Set(whole).size, 30)
    const moves = [
      () => service.store.write<'index-messages'>({ kind: 'index-messages', limit: 7 }),
      () => service.receive([say(channel, 'new', 'word of today', start + 5000)]),
      () => service.store.write<'index-messages'>({ kind: 'index-messages', limit: 7 }),
      () => service.receive([unsent(channel, start, whole[29] as string), unsent(channel, start, whole[0] as string)]),
    ]
    const walked = await searchAll(owner, channel, { q: 'word', limit: 4 }, async () => {
      await moves.shift()?.()
    })
    assert.deepEqual(idsOfHits(walked), whole.slice(0, -1))
    assert.ok((await idsFor(channel, 'word')).includes('new'), 'the control: a new search finds the new message')
  })

  test('a thousand messages with the same timestamp, and those with strange timestamps, are in order', async () => {
    const channel = await newChannel()
    const times = [-1, 0, 1, Date.UTC(9999, 0)]
    await service.receive(times.map((at, index) => say(channel, `strange${index}`, 'needle of time', at)))
    const crowd = Array.from({ length: 1000 }, (_, index) => say(channel, `m${index}`, `needle ${index % 10}`))
    for (let at = 0; at < crowd.length; at += 500) await service.receive(crowd.slice(at, at + 500))
    await indexAll(service.store)
    const ids = crowd.map((_, index) => `m${index}`).reverse()
    assert.deepEqual(await idsFor(channel, 'needle', { limit: 100 }), [
      'strange3',
      ...ids,
      'strange2',
      'strange1',
      'strange0',
    ])
    assert.deepEqual(
      await idsFor(channel, 'needle 7', { limit: 100 }),
      ids.filter((id) => id.endsWith('7')),
    )
  })

  test('a search that scans a lot and finds little returns a cursor to continue', async () => {
    const channel = await newChannel()
    await service.receive([say(channel, 'first', 'ab bc')])
    await service.receive(
      Array.from({ length: 2500 }, (_, index) => say(channel, `m${index}`, 'bc b ab', start + 1000 + index * 1000)),
    )
    await indexAll(service.store)
    const page = await searchPage(owner, channel, { q: '"ab bc"' })
    assert.deepEqual(page.hits, [])
    assert.ok(page.nextCursor)
    const rest = await searchPage(owner, channel, { cursor: page.nextCursor })
    assert.deepEqual([idsOfHits(rest.hits), rest.nextCursor], [['first'], null])
  })

  test('a cursor carries its words and filters and refuses different ones', async () => {
    const channel = await newChannel()
    await service.receive(['m1', 'm2', 'm3'].map((id) => say(channel, id, 'some words, ほか')))
    const { nextCursor } = await searchPage(owner, channel, { q: 'words, ほか', limit: 1, type: 'text' })
    const path = `/api/channels/${channel}/backup/search`
    assert.deepEqual(idsOfHits((await owner.get(`${path}?cursor=${nextCursor}`)).body.hits), ['m2', 'm1'])
    for (const [query, name] of [
      ['q=other', 'q'],
      ['type=file', 'type'],
      ['sender=U1', 'sender'],
    ]) {
      const answer = await owner.get(`${path}?cursor=${nextCursor}&${query}`)
      assert.equal(answer.status, 400)
      assert.match(answer.body.error, new RegExp(`^${name} differs`))
    }
    const foreign = await owner.get(`/api/channels/${await newChannel()}/backup/search?cursor=${nextCursor}`)
    assert.equal(foreign.status, 400)
  })
})

test('an invalid search is refused with an explanation', async () => {
  const channel = await newChannel()
  for (const [query, sentence] of [
    ['', /^q is missing/],
    ['?q=', /^q is missing/],
    ['?q=%20%22%22', /^q is missing/],
    ['?q=before:yesterday', /^q contains before:yesterday; write a day as YYYY-MM-DD, such as before:2026-03-01/],
    ['?q=after:2026-02-30', /^q contains after:2026-02-30/],
    ['?q=type:poem', /^q contains type:poem; the types are text, image, /],
    ['?q=has:everything', /^q contains has:everything; only has:link is possible/],
    ['?q=tea&hasLink=maybe', /^hasLink must be/],
    ['?q=ab&from=2026-03-02&to=2026-03-01', /^from must not be after to/],
    [`?q=${'x'.repeat(201)}`, /^q must be at most 200 characters long/],
  ] as const) {
    const answer = await owner.get(`/api/channels/${channel}/backup/search${query}`)
    assert.equal(answer.status, 400, query)
    assert.match(answer.body.error, sentence)
  }
})

test('an edited message is found by its current text, whether it was indexed before or after the edit', async () => {
  const channel = await newChannel()
  await service.receive([say(channel, 'm1', 'first words'), say(channel, 'm2', ''), say(channel, 'm3', 'late words')])
  await service.receive([edited(channel, start + 1, 'm3', 'other wording')])
  await indexAll(service.store)
  await service.receive([
    edited(channel, start + 2, 'm1', 'second wording'),
    edited(channel, start + 2, 'm2', 'at last wording'),
  ])
  assert.deepEqual(await idsFor(channel, 'wording'), ['m3', 'm2', 'm1'])
  assert.deepEqual(await idsFor(channel, 'other words'), [], 'words of two versions are not together')
})

test('an earlier version is found as such, with its time', async () => {
  const channel = await newChannel()
  await service.receive([say(channel, 'm1', 'the first draft')])
  await indexAll(service.store)
  await service.receive([
    edited(channel, start + 60_000, 'm1', 'the second draft'),
    edited(channel, start + 30_000, 'm1', 'an edit that arrives late'),
    edited(channel, start + 90_000, 'm1', 'the final text'),
  ])
  for (const [q, content, at] of [
    ['first', 'the first draft', '2026-03-10T12:00:00Z'],
    ['draft', 'the second draft', '2026-03-10T12:01:00Z'],
    ['arrives late', 'an edit that arrives late', '2026-03-10T12:00:30Z'],
  ] as const) {
    const [hit] = await searchAll(owner, channel, { q })
    assert.deepEqual(hit?.version, { content, at }, q)
    assert.deepEqual(hit.highlights[0]?.start, content.indexOf(q.split(' ')[0] ?? ''))
  }
  const [current] = await searchAll(owner, channel, { q: 'final' })
  assert.equal(current?.version, null)
})
