import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { message } from '../../support/content/events.ts'
import { until } from '../../support/eventually.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { newFolder } from '../../support/process/process.ts'
import { openBucket } from '../../support/process/s3.ts'
import { startPolledPlatform } from '../../support/pulling/polled-platform.ts'
import { openPollingService } from '../../support/pulling/polling-service.ts'

test('of two nodes one asks for events, and when it is killed the other continues', { timeout: 300_000 }, async () => {
  const platform = await startPolledPlatform()
  const { url, drop } = await openDatabase()
  after(drop)
  const service = await openPollingService(platform, { ...(await openBucket()).env, INNKEEPER_DATABASE_URL: url })
  const a = await service.start({ by: 'a' })
  await until(() => platform.polls.length > 0, 'the first node asks')
  const b = await service.start({ by: 'b', dataDir: newFolder() })
  const say = async () => {
    platform.happen({ event: message(service.channelId, Date.now(), { from: 'U-guest' }) })
    await until(() => platform.waiting() === 0, 'it is received')
  }
  for (let turn = 0; turn < 5; turn++) await say()
  assert.deepEqual(new Set(platform.polls.map(({ by }) => by)), new Set(['a']))

  const before = platform.polls.length
  await a.stop('SIGKILL')
  const isTakenOver = () => platform.polls.slice(before).some(({ by }) => by === 'b')
  await until(isTakenOver, 'the other node takes over within seconds', { mostMs: 10_000 })
  for (let turn = 0; turn < 5; turn++) await say()
  const [counted] = await service.query<{ messages: string }>('select count(*) as messages from messages')
  assert.equal(Number(counted?.messages), 10)
  assert.equal(platform.polls.at(-1)?.by, 'b')
  assert.equal((await b.stop()).code, 0)
})

test('a node that is frozen loses its turn to ask for events, and receives nothing twice when it goes on', {
  timeout: 300_000,
}, async () => {
  const platform = await startPolledPlatform()
  const { url, drop } = await openDatabase()
  after(drop)
  const service = await openPollingService(platform, { ...(await openBucket()).env, INNKEEPER_DATABASE_URL: url })
  const a = await service.start({ by: 'a' })
  await until(() => platform.polls.length > 0, 'the first node asks')
  const b = await service.start({ by: 'b', dataDir: newFolder() })
  const asking = async () => {
    const [node] = await service.query<{ name: string }>("select name from nodes where duties like '%polling%'")
    return node?.name
  }
  await until(async () => (await asking()) === 'a', 'the first node has the turn')
  process.kill(a.pid, 'SIGSTOP')
  try {
    const before = platform.polls.length
    const [held] = await service.query<{ count: string }>(
      "select count(*) from pg_locks where locktype = 'advisory' and granted",
    )
    assert.notEqual(Number(held?.count), 0, 'control: the server keeps the locks of a frozen process')
    for (let turn = 0; turn < 3; turn++)
      platform.happen({ event: message(service.channelId, Date.now(), { from: 'U-guest' }) })
    await until(() => platform.polls.slice(before).some(({ by }) => by === 'b'), 'the second node asks')
    await until(() => platform.waiting() === 0, 'it is received')
  } finally {
    process.kill(a.pid, 'SIGCONT')
  }
  platform.happen({ event: message(service.channelId, Date.now(), { from: 'U-guest' }) })
  await until(() => platform.waiting() === 0, 'it is received')
  const [counted] = await service.query<{ messages: string }>('select count(*) as messages from messages')
  assert.equal(Number(counted?.messages), 4)
  for (const node of [a, b]) assert.equal((await node.stop()).code, 0)
})
