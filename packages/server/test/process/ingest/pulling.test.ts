import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '@innkeeper/testdata'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { until } from '../../support/eventually.ts'
import { drawRandom } from '../../support/line/line-load.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { innkeeper, newFolder } from '../../support/process/process.ts'
import { type PolledPlatform, startPolledPlatform, type Update } from '../../support/pulling/polled-platform.ts'
import { openPollingService, type PollingService } from '../../support/pulling/polling-service.ts'
import { isSoak } from '../../support/soak.ts'

const total = isSoak ? 10_000 : 300
/** In the short form, small batches and a kill after some of them, so that it also ends soon on a slow machine. */
const limit = isSoak ? 100 : 20

const engines: Record<string, () => Promise<Record<string, string>>> = {
  SQLite: async () => ({}),
  async PostgreSQL() {
    const { url, drop } = await openDatabase()
    after(drop)
    return { INNKEEPER_DATABASE_URL: url }
  },
}

for (const [engine, openEngine] of Object.entries(engines)) {
  describe(`a platform that is asked for events, on ${engine}`, () => {
    test('loses nothing and stores nothing twice, however often the service is killed', {
      timeout: isSoak ? 1_500_000 : 600_000,
    }, async (context) => {
      const platform = await startPolledPlatform()
      const service = await openPollingService(platform, await openEngine())
      const random = drawRandom(context)
      const updates = drawUpdates(random, service.channelId)
      platform.happen(...updates)
      let kills = 0
      for (; platform.waiting() > 0; kills++) {
        await killDuringPolls(
          platform,
          service,
          isSoak ? soakKill : { polls: random.between(2, 5), afterMs: random.below(60) },
        )
        await assertNotAhead(platform, service, updates)
      }
      context.diagnostic(`killed ${kills} times`)
      assert.ok(kills > 2, 'it was killed before it was done')
      await assertAllOnce(service, updates)
    })

    test('control: a source that confirms events before they are stored is detected', {
      timeout: 300_000,
    }, async (context) => {
      const platform = await startPolledPlatform()
      const service = await openPollingService(platform, await openEngine())
      const updates = drawUpdates(drawRandom(context), service.channelId)
      platform.happen(...updates)
      await assert.rejects(async () => {
        while (platform.waiting() > 0) {
          await killDuringPolls(platform, service, { polls: 4, afterMs: 0, confirmsEarly: true })
          await assertNotAhead(platform, service, updates)
        }
        await assertAllOnce(service, updates)
      }, assert.AssertionError)
    })
  })
}

test('a service that was stopped continues after the last batch, and a restored snapshot of it asks from the beginning', {
  timeout: 120_000,
}, async (context) => {
  const platform = await startPolledPlatform()
  const service = await openPollingService(platform)
  platform.happen(...drawUpdates(drawRandom(context), service.channelId).slice(0, 50))
  const first = await service.start()
  await until(() => platform.waiting() === 0, 'everything is received')
  assert.equal((await first.stop()).code, 0)
  const from = platform.polls.length
  const second = await service.start()
  await until(() => platform.polls.length > from, 'it asks again')
  assert.equal(platform.polls[from]?.offset, 51)
  assert.equal((await second.stop()).code, 0)

  const folder = newFolder()
  const dataDir = join(folder, 'restored')
  for (const words of [
    ['snapshot', join(folder, 'snapshot'), '--data', service.dataDir],
    ['restore', join(folder, 'snapshot'), '--data', dataDir],
  ]) {
    const { code, stderr } = await innkeeper(words)
    assert.equal(code, 0, stderr)
  }
  const again = platform.polls.length
  const restored = await service.start({ dataDir })
  await until(() => platform.polls.length > again, 'it asks')
  assert.equal(platform.polls[again]?.offset, undefined)
  assert.equal((await restored.stop()).code, 0)
})

/** Of every twenty: messages, seven edits, which are more than one commit takes, and one that can't be read. */
function drawUpdates(random: Random, channelId: string): Omit<Update, 'id'>[] {
  const since = Date.now() - total * 1_000
  const messages: string[] = []
  return Array.from({ length: total }, (_, index) => {
    const turn = index % 20
    const at = since + index * 1_000
    const common = { eventId: `u${index}`, at, channel: { channelId, type: 'group' } } as const
    const from = { sender: { userId: 'U-guest' } }
    if (turn === 19) {
      return { unread: { at, channelId, eventId: `u${index}`, reason: 'its kind is unknown', raw: `{"no":${index}}` } }
    }
    const edited = turn > 11 ? messages.splice(random.below(messages.length), 1)[0] : undefined
    if (edited !== undefined) {
      const event: IncomingEvent = {
        ...common,
        ...from,
        kind: 'message-edited',
        messageId: edited,
        text: `New ${index}`,
      }
      return { event }
    }
    messages.push(`m${index}`)
    const content = { type: 'text', text: `Number ${index}` } as const
    return { event: { ...common, ...from, kind: 'message', messageId: `m${index}`, content } }
  })
}

/** `polls`: how many are answered before, and how long after the last of them. */
type Kill = { polls: number; afterMs: number; confirmsEarly?: boolean }

const soakKill: Kill = { polls: 1, afterMs: 200 }

async function killDuringPolls(
  platform: PolledPlatform,
  service: PollingService,
  { polls, afterMs, confirmsEarly = false }: Kill,
): Promise<void> {
  const killAt = platform.nextPolls(polls).then(() => pause(afterMs))
  // It may die before it has printed its address.
  await service.start({ limit, confirmsEarly, killAt }).then(
    ({ ended }) => ended,
    () => undefined,
  )
}

/** What the platform may forget, and what the store says it has, is in the store. */
async function assertNotAhead(
  platform: PolledPlatform,
  service: PollingService,
  updates: readonly Omit<Update, 'id'>[],
): Promise<void> {
  const [row] = await service.query<{ value: string }>('select value from source_positions')
  const position = Number(row?.value ?? 1)
  assert.ok(platform.confirmed() <= position, `${platform.confirmed()} was confirmed, and ${position} is stored`)
  const stored = await readEventIds(service)
  const missing = updates.slice(0, position - 1).filter((update) => !stored.has(eventIdOf(update)))
  assert.deepEqual(missing, [], `everything before ${position} is stored`)
}

async function assertAllOnce(service: PollingService, updates: readonly Omit<Update, 'id'>[]): Promise<void> {
  const events = updates.flatMap(({ event }) => event ?? [])
  const countOf = (kind: IncomingEvent['kind']) => events.filter((event) => event.kind === kind).length
  const [found] = await service.query<Record<string, number | string>>(
    `select (select count(*) from messages) as messages, (select sum(messages) from usage_days) as counted,
       (select count(*) from message_versions) as edits, (select count(*) from unread_events) as unread`,
  )
  assert.deepEqual(Object.fromEntries(Object.entries(found ?? {}).map(([name, value]) => [name, Number(value)])), {
    messages: countOf('message'),
    counted: countOf('message'),
    edits: countOf('message-edited'),
    unread: updates.length - events.length,
  })
  assert.deepEqual([...(await readEventIds(service))].sort(), updates.map(eventIdOf).sort())
}

async function readEventIds(service: PollingService): Promise<Set<string>> {
  const rows = await service.query<{ id: string }>(
    'select event_id as id from events_seen union select event_id from unread_events',
  )
  // Without those with which the group was created.
  return new Set(rows.map(({ id }) => id).filter((id) => id.startsWith('u')))
}

function eventIdOf({ event, unread }: Omit<Update, 'id'>): string {
  return event?.eventId ?? unread?.eventId ?? ''
}
