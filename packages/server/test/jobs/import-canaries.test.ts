import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ImportOutcome } from '../../src/domain/imports/import-preview.ts'
import { unsent } from '../support/content/chat-events.ts'
import { finishErasures } from '../support/finish-erasures.ts'
import { lineFileOf } from '../support/imports/line-file.ts'
import { importMoves } from './import-moves.ts'
import { openJobHarness } from './job-harness.ts'

const by = { kind: 'operator' } as const
const [minuteMs, dayMs] = [60_000, 86_400_000]
const many = 1_000

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
})
