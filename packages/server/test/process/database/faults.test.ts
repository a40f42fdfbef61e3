import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, type PostgresServer, startPostgres } from '../../../../../scripts/postgres.ts'
import { again, compare, drawRandom, type SentText } from '../../support/line/line-load.ts'
import { startLineService } from '../../support/line/line-service.ts'
import { isSoak } from '../../support/soak.ts'

// The server goes away under load and comes back. The platform delivers again what was not acknowledged, as it does.

const awayMs = isSoak ? 60_000 : 2_500
const timeout = awayMs + 120_000

const ways: [name: string, goAway: (server: PostgresServer) => Promise<void>][] = [
  ['is stopped', (server) => server.stop('fast')],
  ['is restarted at once, without time to finish', (server) => server.stop('immediate')],
  ['is killed', (server) => server.kill()],
]

describe('a PostgreSQL server that goes away under load and comes back', () => {
  for (const [name, goAway] of ways) {
    test(`${name}: only 200 or 503, nothing acknowledged is lost, nothing is twice`, { timeout }, async (context) => {
      const random = drawRandom(context)
      const server = await startPostgres()
      context.after(() => server.remove())
      const { url } = await createDatabase(server)
      const service = await startLineService(random, { databaseUrl: url })
      const acknowledged = new Set<string>()
      const waiting: SentText[] = []
      const statuses = new Map<number, number>()
      let isOver = false
      const send = async () => {
        while (!isOver) {
          const said = waiting.shift() ?? service.chat()
          const { status } = await service.door.deliver(said.event)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status === 200) acknowledged.add(said.messageId)
          else {
            waiting.push({ ...said, event: again(said.event) })
            await pause(100)
          }
        }
      }
      const senders = Array.from({ length: 8 }, send)
      context.after(() => {
        isOver = true
      })
      await until(() => acknowledged.size >= 100)
      await goAway(server)
      await until(() => (statuses.get(503) ?? 0) > 0)
      // Nobody hears of messages while there is nobody to ask.
      const read = await service.owner().get('/api/channels')
      assert.equal(read.status, 503, read.text)
      await pause(awayMs)
      await server.start()
      const before = acknowledged.size
      await until(() => acknowledged.size >= before + 100 && waiting.length === 0)
      isOver = true
      await Promise.all(senders)
      assert.deepEqual([...statuses.keys()].sort(), [200, 503])
      assert.deepEqual(compare(acknowledged, await service.readBack()), { lost: [], twice: [] })
    })
  }
})

/** Recovery has thirty seconds. */
async function until(isTrue: () => boolean): Promise<void> {
  const latest = Date.now() + 30_000
  while (!isTrue()) {
    assert.ok(Date.now() < latest, 'it recovers by itself')
    await pause(50)
  }
}
