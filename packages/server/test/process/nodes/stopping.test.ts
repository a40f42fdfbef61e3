import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createRandom } from '@innkeeper/testdata'
import { createDatabase, startPostgres } from '../../../../../scripts/postgres.ts'
import { openStallingProxy } from '../../support/http/stalling-proxy.ts'
import { inParallel } from '../../support/line/line-load.ts'
import { accessToken, type LineTestService, startLineService } from '../../support/line/line-service.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import type { Finished, Running } from '../../support/process/process.ts'
import { openBucket, testKeys } from '../../support/process/s3.ts'

/** System managers kill a process after ten seconds. */
const promisedMs = 10_000

describe('a node that is stopped ends within ten seconds', { concurrency: 2 }, () => {
  test('and its log begins with the database and the bucket, without secrets, and ends with the stop', async () => {
    const [database, bucket] = [await openDatabase(), await openBucket()]
    after(database.drop)
    const { service } = await openNode(database.url, bucket.env)
    const { code } = await stop(service)
    assert.equal(code, 0)
    const { stdout, stderr } = service.printed()
    assert.equal(stderr, '')
    const lines = logOf(service)
    const opened = lines.find(({ msg }) => msg === 'opened the stores')
    const { pathname, host, password } = new URL(database.url)
    assert.equal(opened?.database, `PostgreSQL, ${pathname.slice(1)} at ${host}`)
    assert.match(String(opened?.media), new RegExp(bucket.location.bucket))
    assert.equal(lines.at(-1)?.msg, 'stopped')
    const secrets = [password, testKeys.secretAccessKey, accessToken].filter((secret) => secret !== '')
    for (const secret of secrets) assert.ok(!stdout.includes(secret), 'the log has no secrets')
  })

  test('while its database was killed', async () => {
    const server = await startPostgres()
    after(() => server.remove())
    const { url } = await createDatabase(server)
    const testService = await openNode(url, (await openBucket()).env)
    const load = keepSending(testService)
    await server.kill()
    await checkStop(testService.service)
    await load
  })

  test('while its database does not answer', async () => {
    const database = await openDatabase()
    after(database.drop)
    const proxy = await openStallingProxy(database.url, Number.POSITIVE_INFINITY)
    after(proxy.close)
    const testService = await openNode(proxy.url, (await openBucket()).env)
    const load = keepSending(testService)
    proxy.stall()
    // What it has asked the database is never answered, so it gives up in the end.
    await checkStop(testService.service, [
      1,
      'Stopping took too long. Unfinished jobs and downloads start again later.\n',
    ])
    await load
  })

  for (const [what, goAway] of [
    ['refuses connections', 'goDown'],
    ['does not answer', 'fallSilent'],
  ] as const) {
    test(`while its bucket ${what}`, async () => {
      const [database, bucket] = [await openDatabase(), await openBucket()]
      after(database.drop)
      const testService = await openNode(database.url, bucket.env)
      bucket[goAway]()
      const load = keepSending(testService)
      await checkStop(testService.service)
      await load
    })
  }
})

/** With files to fetch and questions to answer, so that jobs run as well. */
function openNode(databaseUrl: string, env: Record<string, string>): Promise<LineTestService> {
  return startLineService(createRandom(databaseUrl), { databaseUrl, env })
}

/** Until the node no longer answers. */
async function keepSending({ service, webhookSender, chat }: LineTestService): Promise<void> {
  let isOver = false
  void service.ended.then(() => (isOver = true))
  await inParallel(
    8,
    () => (isOver ? undefined : chat()),
    async ({ event }) => void (await webhookSender.deliver(event)),
  )
}

async function stop(service: Running): Promise<Finished & { ms: number }> {
  const begunAt = performance.now()
  const finished = await service.stop('SIGTERM')
  return { ...finished, ms: performance.now() - begunAt }
}

/** Nothing has to be given up, unless the test says so. */
async function checkStop(service: Running, expected: [number, string] = [0, '']): Promise<void> {
  const { code, stderr, ms, signal } = await stop(service)
  assert.ok(ms < promisedMs, `it took ${Math.round(ms)} ms`)
  assert.equal(signal, null, 'it ended by itself')
  assert.deepEqual([code, stderr], expected)
}

function logOf(service: Running): Record<string, unknown>[] {
  const lines = service.printed().stdout.split('\n')
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
}
