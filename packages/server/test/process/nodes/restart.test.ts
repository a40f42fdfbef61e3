import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrations } from '../../../src/adapters/sql/migrations.ts'
import { until } from '../../support/eventually.ts'
import { again, compare, drawRandom } from '../../support/line/line-load.ts'
import { type Node, openNodes } from '../../support/process/nodes.ts'
import { isSoak } from '../../support/soak.ts'

const { rounds, senders, pauseMs } = isSoak
  ? { rounds: 5, senders: 8, pauseMs: 10 }
  : { rounds: 1, senders: 4, pauseMs: 25 }

test('nodes that restart one after the other under load, while the schema grows, lose nothing', {
  timeout: 600_000,
}, async (context) => {
  const random = drawRandom(context)
  const { testService, url, a, b } = await openNodes(random)
  const acknowledged = new Set<string>()
  const statuses = new Map<number, number>()
  let isOver = false
  context.after(() => {
    isOver = true
  })
  const send = async () => {
    while (!isOver) {
      const said = testService.chat()
      // Like a load balancer: if one node doesn't answer, try the other.
      for (let tries = 0; ; tries++) {
        const up = [a, b].filter(({ isUp }) => isUp)
        const node = up[random.below(up.length)] as Node
        const { status } = await node.webhookSender.deliver(tries === 0 ? said.event : again(said.event))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 200) break
        await pause(50)
      }
      acknowledged.add(said.messageId)
      await pause(pauseMs)
    }
  }
  const sending = Array.from({ length: senders }, send)
  const more = async () => {
    const now = acknowledged.size
    await until(() => acknowledged.size >= now + 40, 'the load goes on')
  }
  await more()
  for (let round = 0; round < rounds; round++) {
    for (const node of [a, b]) {
      await node.stop()
      const { code } = await node.running.ended
      assert.equal(code, 0)
      // As if the next release had started on this node: it adds to the schema and stays compatible with this release.
      if (round === 0 && node === a) await takeStep(url)
      await more()
      await node.start()
      await more()
    }
  }
  isOver = true
  await Promise.all(sending)
  context.diagnostic(`${acknowledged.size} events; ${JSON.stringify([...statuses])}`)
  assert.deepEqual(
    [...statuses.keys()].filter((status) => ![0, 200, 503].includes(status)),
    [],
  )
  testService.service = a.running
  assert.deepEqual(compare(acknowledged, await testService.readBack()), { lost: [], twice: [] })
  assert.equal((await testService.readBack()).length, acknowledged.size)
})

async function takeStep(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('alter table channels add column mood text')
    await client.query('create table moods (channel bigint, mood text)')
    await client.query("update facts set value = $1 where name = 'schema'", [String(migrations.length + 1)])
  } finally {
    await client.end()
  }
}
