import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, type PostgresServer, startPostgres } from '../../../../../scripts/postgres.ts'
import { again, compare, drawRandom, type SentText } from '../../support/line/line-load.ts'
import { type LineTestService, startLineService } from '../../support/line/line-service.ts'
import { isSoak } from '../../support/soak.ts'

// The server goes away under load and comes back. The platform redelivers what was not acknowledged. The same service keeps
// running all the time, like in production.

const senders = 8
const retryAfterMs = 100
/** How often each sender is refused before the server comes back. In a soak test this takes a minute. */
const refusalsEach = isSoak ? 600 : 6
const mostAwayMs = 2 * refusalsEach * retryAfterMs + 30_000

const ways: [name: string, goAway: (server: PostgresServer) => Promise<void>][] = [
  ['is stopped', (server) => server.stop('fast')],
  ['is restarted at once, without time to finish', (server) => server.stop('immediate')],
  ['is killed', (server) => server.kill()],
]

test('a PostgreSQL server goes away under load and comes back', async (context) => {
  const server = await startPostgres()
  context.after(() => server.remove())
  const { url } = await createDatabase(server)
  const service = await startLineService(drawRandom(context), { databaseUrl: url })
  const acknowledgedSoFar: string[] = []
  for (const [name, goAway] of ways) {
    const timeout = mostAwayMs + 120_000
    await context.test(`${name}: only 200 or 503, nothing acknowledged lost or repeated`, { timeout }, async (part) => {
      const load = startLoad(service)
      part.after(load.stop)
      const { acknowledged, waiting, statuses } = load
      const countRefused = () => statuses.get(503) ?? 0
      await until(() => acknowledged.size >= 100)
      await goAway(server)
      await until(() => countRefused() > 0)
      // Reads are refused too while the database is away.
      const read = await service.owner().get('/api/channels')
      assert.equal(read.status, 503, read.text)
      await until(() => countRefused() >= senders * refusalsEach, mostAwayMs)
      await server.start()
      const before = acknowledged.size
      await until(() => acknowledged.size >= before + 100 && waiting.length === 0)
      await load.stop()
      assert.deepEqual([...statuses.keys()].sort(), [200, 503])
      acknowledgedSoFar.push(...acknowledged)
      assert.deepEqual(compare(acknowledgedSoFar, await service.readBack()), { lost: [], twice: [] })
    })
  }
})

/** Several senders keep sending messages, and retry what was not acknowledged. */
function startLoad(service: LineTestService) {
  const acknowledged = new Set<string>()
  const waiting: SentText[] = []
  const statuses = new Map<number, number>()
  let isOver = false
  const send = async () => {
    while (!isOver) {
      const said = waiting.shift() ?? service.chat()
      const { status } = await service.webhookSender.deliver(said.event)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 200) acknowledged.add(said.messageId)
      else {
        waiting.push({ ...said, event: again(said.event) })
        await pause(retryAfterMs)
      }
    }
  }
  const sending = Promise.all(Array.from({ length: senders }, send))
  const stop = async () => {
    isOver = true
    await sending
  }
  return { acknowledged, waiting, statuses, stop }
}

/** Recovery can take thirty seconds. */
async function until(isTrue: () => boolean, longestMs = 30_000): Promise<void> {
  const latest = Date.now() + longestMs
  while (!isTrue()) {
    assert.ok(Date.now() < latest, 'it recovers by itself')
    await pause(10)
  }
}
