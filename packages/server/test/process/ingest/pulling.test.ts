import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Random } from '@innkeeper/testdata'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { until } from '../../support/eventually.ts'
import { drawRandom } from '../../support/line/line-load.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { innkeeper, newFolder } from '../../support/process/process.ts'
import {
  assertAllOnce,
  drawLongKill,
  type KilledService,
  killUntilReceived,
  leastLongKills,
} from '../../support/pulling/kill-while-pulling.ts'
import { startPolledPlatform, type Update } from '../../support/pulling/polled-platform.ts'
import { openPollingService } from '../../support/pulling/polling-service.ts'
import { isSoak } from '../../support/soak.ts'

const total = isSoak ? 10_000 : 320
/** In the short form, small batches and a kill after some of them, so that it also ends soon on a slow machine. */
const limit = isSoak ? 100 : 20

const onSqlite = async (): Promise<Record<string, string>> => ({})
const onPostgres = async () => {
  const { url, drop } = await openDatabase()
  after(drop)
  return { INNKEEPER_DATABASE_URL: url }
}
// In the short form, Telegram's test covers PostgreSQL.
const engines = isSoak ? { SQLite: onSqlite, PostgreSQL: onPostgres } : { SQLite: onSqlite }

for (const [engine, openEngine] of Object.entries(engines)) {
  describe(`a platform that is asked for events, on ${engine}`, () => {
    test('loses nothing and stores nothing twice, however often the service is killed', {
      timeout: isSoak ? 900_000 : 300_000,
    }, async (context) => {
      const random = drawRandom(context)
      const service = await openKilledService(random, await openEngine())
      const drawKill = () =>
        isSoak ? drawLongKill(random) : { polls: random.between(2, 4), afterMs: random.below(60) }
      const kills = await killUntilReceived(service, drawKill)
      context.diagnostic(`killed ${kills} times`)
      assert.ok(kills >= (isSoak ? leastLongKills : 3), 'it was killed before it was done')
      await assertAllOnce(service)
    })

    test('control: a source that confirms events before they are stored is detected', {
      timeout: 300_000,
    }, async (context) => {
      const service = await openKilledService(drawRandom(context), await openEngine())
      await assert.rejects(async () => {
        await killUntilReceived(service, () => ({ polls: 4, afterMs: 0, confirmsEarly: true }))
        await assertAllOnce(service)
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

async function openKilledService(random: Random, env: Record<string, string>): Promise<KilledService> {
  const platform = await startPolledPlatform()
  const service = await openPollingService(platform, env)
  const updates = drawUpdates(random, service.channelId)
  platform.happen(...updates)
  const events = updates.flatMap(({ event }) => event ?? [])
  const countOf = (kind: IncomingEvent['kind']) => events.filter((event) => event.kind === kind).length
  return {
    eventIds: updates.map(({ event, unread }) => event?.eventId ?? unread?.eventId ?? ''),
    expected: {
      messages: countOf('message'),
      edits: countOf('message-edited'),
      unread: updates.length - events.length,
    },
    waiting: platform.waiting,
    nextPolls: platform.nextPolls,
    start: (options) => service.start({ limit, ...options }),
    countBefore: (position) => Number(position) - 1,
    query: service.query,
  }
}

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
