import assert from 'node:assert/strict'
import { test } from 'node:test'
import { looksForeign } from '../../../src/domain/imports/alignment/figures.ts'
import { botId, type ChatWorld, createChatWorld, type SaidMessage } from '../../support/imports/chat-world.ts'
import { alignHistory, lineAt, type SavedHistory, saveHistory } from '../../support/imports/saved-history.ts'
import { isSoak } from '../../support/soak.ts'

// In the short form, more is missing, because one line in a thousand has to be a whole line.
const { seeds, messages, outages } = isSoak
  ? { seeds: [1, 2, 3], messages: 100_000, outages: 3 }
  : { seeds: [1], messages: 20_000, outages: 8 }
const rules = { ownId: botId }

/** What came in of a history, judged by what was really said. */
function judge({ entries, said }: SavedHistory, isNew: ReadonlySet<number>) {
  const judged = { doubled: 0, broughtBack: 0, bot: 0, missed: 0, found: 0 }
  for (const { index, kind } of entries) {
    const fate = kind === 'unsent-note' ? undefined : said[index]?.fate
    if (fate === 'missed') judged.missed++
    if (!isNew.has(index)) continue
    if (fate === 'heard') judged.doubled++
    else if (fate === 'unsent') judged.broughtBack++
    else if (fate === 'own') judged.bot++
    else judged.found++
  }
  return judged
}

/** What others do: a line is known if the same person said the same in the same minute. */
function mergeByKey({ entries }: SavedHistory, { live, sends }: ChatWorld): Set<number> {
  const keyOf = (at: number, person: string, text: string) => `${Math.floor(at / 60_000)} ${person} ${text.trimEnd()}`
  const known = new Set(live.map(({ at, person, wordings }) => keyOf(at, person, wordings[0] ?? '')))
  for (const { at, text } of sends) known.add(keyOf(at, botId, text))
  const isNew = entries.filter(
    (entry) => entry.kind !== 'unsent-note' && !known.has(keyOf(entry.at, entry.person, entry.text)),
  )
  return new Set(isNew.map(({ index }) => index))
}

const newOf = (decisions: ReturnType<typeof alignHistory>['decisions']) =>
  new Set(decisions.filter(({ kind }) => kind === 'new').map(({ index }) => index))

for (const seed of seeds)
  test(`of a history of ${messages} messages, only what is missing comes in (seed ${seed})`, () => {
    const world = createChatWorld({ seed, messages, outages })
    const history = saveHistory(world, { seed })
    const { decisions, figures } = alignHistory(history, world, { rules })
    assert.deepEqual(
      decisions.map(({ index }) => index),
      history.entries.map(({ index }) => index),
    )

    const judged = judge(history, newOf(decisions))
    assert.ok(judged.doubled <= 2, `${judged.doubled} doubled`)
    assert.ok(judged.broughtBack <= 2, `${judged.broughtBack} brought back`)
    assert.equal(judged.bot, 0)
    assert.ok(judged.missed > 100, 'control: something is missing')
    assert.ok(judged.found >= judged.missed * 0.998, `${judged.found} of ${judged.missed} found`)
    assert.ok(figures.agreement.matched / figures.agreement.compared > 0.95)
    const marked = decisions.filter((decision) => decision.kind === 'new' && decision.similarTo !== undefined)
    assert.ok(
      marked.length <= judged.missed / 100,
      `${marked.length} of ${judged.missed} marked as similar for nothing`,
    )

    const byKey = judge(history, mergeByKey(history, world))
    assert.ok(byKey.doubled > messages / 100, 'control: keys double messages')
    assert.ok(byKey.broughtBack > messages / 1_000, 'control: keys bring unsent messages back')
  })

test('a chat that is never silent is aligned as well, and it makes no difference how much is read at once', () => {
  const world = createChatWorld({ seed: 4, messages: 8_000, isBusy: true })
  const history = saveHistory(world, { seed: 4 })
  const [first, ...others] = [10, 60, 1_440, 1_000_000].map((minutes) =>
    alignHistory(history, world, { rules, windowMs: minutes * 60_000 }),
  )
  for (const other of others) assert.deepEqual(other, first)
  const judged = judge(history, newOf(first?.decisions ?? []))
  assert.ok(judged.missed > 300)
  assert.deepEqual(judged, { ...judged, doubled: 0, broughtBack: 0, bot: 0, found: judged.missed })
})

test('nothing comes in that was unsent, erased, private or expired: 1,000 messages of each', () => {
  const world = createChatWorld({ seed: 5, messages: 24_000, outages: 0, unsent: 8 })
  const history = saveHistory(world, { seed: 5, unsentLater: 100 })
  const [privateSince, expiredBefore] = [3_000, 2_000].map((number) => world.said[number]?.at ?? 0)
  assert.ok(privateSince && expiredBefore)
  const mustStayOut: Record<string, (message: SaidMessage) => boolean> = {
    unsent: ({ fate }) => fate === 'unsent',
    erased: ({ person }) => person === 'U0',
    private: ({ person, at }) => person === 'U1' && at >= privateSince,
    expired: ({ at }) => at < expiredBefore,
  }
  const isHere = (message: SaidMessage | undefined) =>
    message !== undefined && !Object.values(mustStayOut).some((is) => is(message))
  const live = world.live.filter(({ id }) => isHere(world.heard.get(id)))
  const allRules = {
    ...rules,
    erasedUntil: new Map([['U0', world.endAt]]),
    privateSince: new Map([['U1', privateSince]]),
    expiredBefore,
  }
  const isNew = newOf(alignHistory(history, { ...world, live }, { rules: allRules }).decisions)
  const withoutRules = newOf(alignHistory(history, { ...world, live, gaps: [] }, { rules }).decisions)
  for (const [why, is] of Object.entries(mustStayOut)) {
    const canaries = history.said.flatMap((message, index) => (message.fate !== 'own' && is(message) ? index : []))
    assert.ok(canaries.length >= 1_000, `${canaries.length} ${why}`)
    assert.deepEqual(
      canaries.filter((index) => isNew.has(index)),
      [],
      why,
    )
    const comeIn = canaries.filter((index) => withoutRules.has(index))
    assert.ok(comeIn.length > canaries.length * 0.9, `control: ${why} would come in`)
  }
})

for (const [where, stepMs] of [
  ['day', 2_160],
  ['minute', 1],
] as const)
  test(`of 40,000 equal messages in a ${where}, as many come in as are missing`, () => {
    const start = Date.UTC(2026, 5, 1)
    const times = Array.from({ length: 40_000 }, (_, number) => start + number * stepMs)
    const entries = times.map((at, index) => ({ ...lineAt(at, index), person: 'U1', text: 'ok' }))
    const live = times
      .map(
        (at, number) => ({ id: `m${number}`, at, seq: number, person: 'U1', kind: 'text', wordings: ['ok'] }) as const,
      )
      .filter((_, number) => number < 20_000 || number >= 20_500)
    const { decisions, figures } = alignHistory({ entries }, { live, gaps: [], sends: [] })
    assert.equal(newOf(decisions).size, 500)
    assert.deepEqual(figures.days.get('2026-06-01'), { matched: 39_500, new: 500, leftOut: {} })
    const ordinals = decisions.flatMap((decision) => (decision.kind === 'new' ? decision.ordinal : []))
    assert.equal(Math.max(...ordinals) < 500, true)
  })

test("another group's history agrees with almost nothing, and so does one with the wrong time zone", () => {
  const world = createChatWorld({ seed: 6, messages: 5_000 })
  const own = saveHistory(world, { seed: 6 })
  const other = saveHistory(createChatWorld({ seed: 7, messages: 5_000 }), { seed: 7 })
  const shifted = own.entries.map((entry) => ({ ...entry, at: entry.at + 9 * 3_600_000 }))
  const isForeign = (entries: SavedHistory['entries']) =>
    looksForeign(alignHistory({ entries }, world, { rules }).figures.agreement)
  assert.deepEqual([own.entries, other.entries, shifted].map(isForeign), [false, true, true])
})
