import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ImportOutcome, ImportPreview } from '../../src/domain/imports/import-preview.ts'
import { unsent } from '../support/content/chat-events.ts'
import { finishErasures } from '../support/finish-erasures.ts'
import { lineFileOf } from '../support/imports/line-file.ts'
import { isSoak } from '../support/soak.ts'
import { importMoves } from './import-moves.ts'
import { openJobHarness } from './job-harness.ts'

const by = { kind: 'operator' } as const
const [minuteMs, dayMs] = [60_000, 86_400_000]
const many = 1_000
/** In each format, several times. */
const some = isSoak ? many : 100

describe('what must not come in', async () => {
  const harness = await openJobHarness()
  const { store, clock } = harness
  const moves = await importMoves(harness)
  const now = clock.now
  const people = ['U-owner', 'U-erased', 'U-private', 'U-ann']

  /** A message each minute, from a number of days ago. */
  const said = (what: string, daysAgo: number, name: string) =>
    Array.from({ length: many }, (_, index) => ({
      at: now - daysAgo * dayMs + index * minuteMs,
      name,
      text: `${what} ${index}`,
    }))
  const expired = said('expired', 60, 'U-ann')
  const ofUnsent = said('unsent', 20, 'U-ann')
  const erased = said('erased', 15, 'U-erased')
  const ofPrivate = said('private', 10, 'U-private')
  const allowed = said('allowed', 5, 'U-ann')
  const file = lineFileOf([...expired, ...ofUnsent, ...erased, ...ofPrivate, ...allowed])
  const choices = {
    zone: { timezone: 'UTC' },
    people: people.map((name) => ({ name, is: 'member', memberId: name })),
  }

  const newChannel = async (channelId: string) => {
    await harness.channel(channelId, { owner: 'U-owner', members: people.slice(1), subscribers: ['U-owner'] })
    return channelId
  }
  const importAll = async (channelId: string) => {
    const importNo = await moves.merge(channelId, file, choices)
    await moves.workAll()
    const { outcome } = await moves.find(channelId, importNo)
    const counts: ImportOutcome = JSON.parse(outcome ?? '{}')
    const texts = await moves.textsOf(channelId)
    return { counts, kinds: Map.groupBy(texts, (text) => text.split(' ')[0]) }
  }

  test('of a thousand unsent, erased, private and expired messages each, none comes in', async () => {
    const channel = await newChannel('C-canaries')
    clock.now = now - 12 * dayMs
    const reply = { token: 't', expiresAt: clock.now + 50_000, isOneUse: true, cost: 'free' } as const
    await harness.receive({ ...moves.text(channel, clock.now, 'U-private', '/private'), reply })
    clock.now = now
    await harness.receive(...ofUnsent.map(({ at, name, text }) => moves.text(channel, at + 7_000, name, text)))
    await harness.receive(...ofUnsent.map(({ text }) => unsent(channel, now, text)))
    await store.write<'erase-person'>({ kind: 'erase-person', by, at: now, userId: 'U-erased', channelId: channel })
    await finishErasures(store, now)
    const change = { retentionDays: 30 }
    await store.write<'change-settings'>({ kind: 'change-settings', by, at: now, channelId: channel, change })
    const { counts, kinds } = await importAll(channel)
    assert.deepEqual(
      [...kinds].map(([kind, texts]) => [kind, texts.length]),
      [['allowed', many]],
    )
    assert.deepEqual(counts.leftOut, { unsent: many, erased: many, private: many, expired: many })
  })

  test('control: where nothing forbids it, all of them do', async () => {
    const { counts, kinds } = await importAll(await newChannel('C-control'))
    assert.equal(kinds.size, 5)
    assert.ok([...kinds.values()].every(({ length }) => length === many))
    assert.equal(counts.new, 5 * many)
  })

  /** The same messages in every format. Names are those of a phone that calls people something else. */
  const saved = [
    { number: 1, name: 'Name of tg:1', lines: said('allowed', 5, '').slice(0, 20) },
    { number: 2, name: 'Ghost', lines: said('erased', 15, '').slice(0, some) },
    { number: 3, name: 'Buddy', lines: said('private', 10, '').slice(0, some) },
    // The owner was away, so only this file has it.
    { number: 2, name: 'Ghost', lines: said('again', 4, '').slice(0, 20) },
  ]
    .flatMap(({ number, name, lines }) => lines.map(({ at, text }) => ({ number, at, name, text })))
    .toSorted((one, other) => one.at - other.at)
  const telegram = JSON.stringify({
    name: 'Hikers',
    type: 'private_group',
    id: 1,
    messages: saved.map(({ number, at, name, text }, id) => ({
      id,
      type: 'message',
      date_unixtime: String(at / 1000),
      from: name,
      from_id: `user${number}`,
      text,
    })),
  })
  const own = [
    { kind: 'export', format: 1, channel: { id: 'C-other', name: 'Hikers' } },
    ...saved.map(({ number, at, name, text }, index) => ({
      kind: 'message',
      time: at,
      id: `m${index}`,
      sender: { id: `tg:${number}`, name },
      type: 'text',
      content: text,
    })),
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
  const formats = [
    { format: 'LINE', file: lineFileOf(saved), leftOut: { undecided: 2 * some + 20 }, kinds: ['allowed'], ids: false },
    { format: 'Telegram', file: telegram, leftOut: { erased: some, private: some }, kinds: ['allowed', 'again'] },
    { format: 'our own export', file: own, leftOut: { erased: some, private: some }, kinds: ['allowed', 'again'] },
  ]

  for (const { format, file: bytes, leftOut, kinds, ids = true } of formats) {
    const channel = `C-${format}`
    const propose = async (channelId: string, people: object[] = []) => {
      const importNo = await moves.merge(channelId, bytes, { zone: { timezone: 'UTC' }, people })
      const { preview } = await moves.find(channelId, importNo)
      await moves.workAll()
      const { outcome } = await moves.find(channelId, importNo)
      const { leftOut: counts }: ImportOutcome = JSON.parse(outcome ?? '{}')
      const { people: proposed, questions }: ImportPreview = JSON.parse(preview ?? '{}')
      const texts = await moves.textsOf(channelId)
      await moves.undo(channelId, importNo)
      const kindOf = (text: string) => text.split(' ')[0]
      return { counts, proposed, questions, kinds: [...new Set(texts.map(kindOf))] }
    }
    const group = { owner: 'tg:1', members: ['tg:2', 'tg:3'], subscribers: ['tg:1'] }

    test(`${format}: without being told who is who, nothing of erased and private people comes in`, async () => {
      await harness.channel(channel, group)
      clock.now = now - 12 * dayMs
      const reply = { token: 't', expiresAt: clock.now + 50_000, isOneUse: true, cost: 'free' } as const
      await harness.receive({ ...moves.text(channel, clock.now, 'tg:3', '/private', `/private ${format}`), reply })
      clock.now = now - 8 * dayMs
      const erasing = { kind: 'erase-person', by, at: clock.now, userId: 'tg:2', channelId: channel } as const
      await store.write<'erase-person'>(erasing)
      await finishErasures(store, clock.now)
      clock.now = now
      const found = await propose(channel)
      assert.deepEqual([found.counts, found.kinds.toSorted()], [leftOut, kinds.toSorted()])
      const held = found.proposed.filter(({ mayBeGone }) => mayBeGone)
      assert.deepEqual(
        held.map(({ choice }) => [choice.name, choice.is]),
        ids
          ? []
          : [
              ['Ghost', 'left-out'],
              ['Buddy', 'left-out'],
            ],
      )
      const asked = { ask: 'people', people: 2, because: ['erased', 'private'] }
      assert.deepEqual(found.questions, ids ? [] : [asked])
    })

    test(`${format}: a person whose ID was erased stays out, whoever the owner says it is`, async () => {
      const mapped = (is: object) => [{ name: 'Ghost', ...(ids && { userId: 'tg:2' }), ...is }]
      for (const is of [{ is: 'outsider' }, { is: 'member', memberId: 'tg:1' }]) {
        const found = await propose(channel, mapped(is))
        // Without IDs, it's the owner who knows.
        assert.equal(found.kinds.includes('erased'), !ids)
        assert.ok(found.kinds.includes('again'))
        assert.ok(!found.kinds.includes('private'))
      }
    })

    test(`${format}: control: where no one was erased or is private, everything comes in`, async () => {
      await harness.channel(`C-control-${format}`, group)
      const found = await propose(`C-control-${format}`)
      assert.deepEqual([found.counts, found.kinds.length, found.questions], [{}, 4, []])
    })
  }
})
