import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '@innkeeper/testdata'
import type { Running } from '../process/process.ts'

/** A service that asks a platform for events, in a test that kills it again and again. */
export type KilledService = {
  /** The ids of all events, in the order of the platform. */
  eventIds: readonly string[]
  /** What must be in the store in the end. */
  expected: { messages: number; edits: number; unread: number }
  /** How many events nobody has confirmed. */
  waiting(): number
  /** Resolves when so many more polls have arrived. */
  nextPolls(count: number): Promise<void>
  start(options: { killAt: Promise<unknown>; confirmsEarly?: boolean }): Promise<Running>
  /** How many events come before this position. */
  countBefore(position: string): number
  /** Reads what is committed, without the program. */
  query<Row>(text: string): Promise<Row[]>
}

/** `polls`: how many arrive before, and how long after the last of them. */
type Kill = { polls: number; afterMs: number; confirmsEarly?: boolean }

/**
 * In the long form, a service is killed within 200 ms after it asked for the third to fifth time, and not every 200 ms: starting takes
 * longer than that, so it would be killed before it receives anything. So each life stores at least two of
 * a hundred batches, and the test also ends on a busy machine, where starting takes most of the time.
 */
export function drawLongKill(random: Random): Kill {
  return { polls: random.between(3, 5), afterMs: random.below(200) }
}

/** How often it is killed at least in the long form. No life stores more than a few batches. */
export const leastLongKills = 10

/** Starts and kills it until the platform has nothing left. After each kill, the store is read. Returns how often it was killed. */
export async function killUntilReceived(service: KilledService, drawKill: () => Kill): Promise<number> {
  let kills = 0
  for (; service.waiting() > 0; kills++) {
    const { polls, afterMs, confirmsEarly = false } = drawKill()
    const asked = service.nextPolls(polls)
    // Also if it never asks, so that the test fails with that instead of waiting for its time limit.
    const killAt = asked.then(
      () => pause(afterMs),
      () => undefined,
    )
    // It may die before it has printed its address.
    await service.start({ killAt, confirmsEarly }).then(
      ({ ended }) => ended,
      () => undefined,
    )
    await asked
    await assertNotAhead(service)
  }
  return kills
}

/** What the platform may forget, and what the store says it has, is in the store. */
async function assertNotAhead(service: KilledService): Promise<void> {
  const [row] = await service.query<{ value: string }>('select value from source_positions')
  const received = row ? service.countBefore(row.value) : 0
  const confirmed = service.eventIds.length - service.waiting()
  assert.ok(confirmed <= received, `${confirmed} were confirmed, and ${received} are stored`)
  const stored = await readEventIds(service)
  const missing = service.eventIds.slice(0, received).filter((id) => !stored.has(id))
  assert.deepEqual(missing, [], `the first ${received} are stored`)
}

/** Everything is there, and nothing twice. */
export async function assertAllOnce(service: KilledService): Promise<void> {
  const [found] = await service.query<Record<string, number | string>>(
    `select (select count(*) from messages) as messages, (select sum(messages) from usage_days) as counted,
       (select count(*) from message_versions) as edits, (select count(*) from unread_events) as unread`,
  )
  const { expected } = service
  assert.deepEqual(Object.fromEntries(Object.entries(found ?? {}).map(([name, value]) => [name, Number(value)])), {
    messages: expected.messages,
    counted: expected.messages,
    edits: expected.edits,
    unread: expected.unread,
  })
  const stored = await readEventIds(service)
  assert.deepEqual(
    service.eventIds.filter((id) => !stored.has(id)),
    [],
  )
}

async function readEventIds(service: KilledService): Promise<Set<string>> {
  const rows = await service.query<{ id: string }>(
    'select event_id as id from events_seen union select event_id from unread_events',
  )
  return new Set(rows.map(({ id }) => id))
}
