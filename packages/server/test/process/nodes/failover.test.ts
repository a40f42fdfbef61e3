import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, demote, promote, startPostgres, startStandby } from '../../../../../scripts/postgres.ts'
import { until } from '../../support/eventually.ts'
import { again, compare, drawRandom, inParallel } from '../../support/line/line-load.ts'
import { type Node, openNodes } from '../../support/process/nodes.ts'

test('when the primary dies and its standby is promoted under load, both nodes follow; nothing is lost or stored twice', {
  timeout: 300_000,
}, async (context) => {
  const random = drawRandom(context)
  const primary = await startPostgres({ settings: { wal_keep_size: '1GB' } })
  context.after(() => primary.remove())
  const { url: first, name } = await createDatabase(primary)
  const standby = await startStandby(primary)
  context.after(() => standby.remove())
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
  const url = `${first.replace(/@.*/, `@${hosts}/${name}`)}?target_session_attrs=read-write`
  const { testService, a, b } = await openNodes(random, {}, { url })
  const acknowledged: string[] = []
  const refused: number[] = []
  let isOver = false
  context.after(() => {
    isOver = true
  })
  const load = inParallel(
    8,
    () => (isOver ? undefined : { node: random.pick([a, b]), said: testService.chat() }),
    async ({ node, said }: { node: Node; said: ReturnType<typeof testService.chat> }) => {
      let event = said.event
      for (let answer = await node.webhookSender.deliver(event); answer.status !== 200; ) {
        refused.push(answer.status)
        await pause(100)
        event = again(said.event)
        answer = await node.webhookSender.deliver(event)
      }
      acknowledged.push(said.messageId)
    },
  )
  const more = async (count: number) => {
    const target = acknowledged.length + count
    await until(() => acknowledged.length >= target, 'the load goes on')
  }
  await more(100)
  await primary.kill()
  await until(() => refused.length > 20, 'the nodes notice')
  assert.equal((await fetch(`${b.running.url}/ready`)).status, 503)
  await promote(standby)
  await more(200)
  isOver = true
  await load
  assert.deepEqual(new Set(refused), new Set([503]))
  for (const node of [a, b]) assert.equal((await fetch(`${node.running.url}/ready`)).status, 200)
  assert.deepEqual(compare(acknowledged, await testService.readBack()), { lost: [], twice: [] })
})

test('a node on a read-only server, or on a primary that became a replica, is not ready, says so, and is ready again afterwards', async (context) => {
  const server = await startPostgres({ inMemory: true })
  context.after(() => server.remove())
  const { url } = await createDatabase(server)
  const { a } = await openNodes(drawRandom(context), {}, { url })
  const ready = async () => {
    const answer = await fetch(`${a.running.url}/ready`)
    return { status: answer.status, text: await answer.text() }
  }
  assert.equal((await ready()).status, 200)
  await setReadOnly(server.url, true)
  await until(async () => (await ready()).status === 503, 'it is not ready')
  assert.match((await ready()).text, /read-only/)
  await setReadOnly(server.url, false)
  await until(async () => (await ready()).status === 200, 'it is ready again')

  // After a failover, the former primary comes back as a replica of the new one.
  await server.stop()
  demote(server)
  await server.start()
  await until(async () => /read-only|no writes/.test((await ready()).text), 'it sees that the server became a replica')
  assert.equal((await ready()).status, 503)
  await promote(server)
  await until(async () => (await ready()).status === 200, 'it is ready when the server is the primary again')
})

async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('set default_transaction_read_only = off')
  await client.query(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  await client.query('select pg_reload_conf()')
  await client.end()
}
