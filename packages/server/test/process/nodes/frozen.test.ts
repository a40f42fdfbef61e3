import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../support/eventually.ts'
import { compare, drawRandom, inParallel, openWebhookSender, type SentText, say } from '../../support/line/line-load.ts'
import { isNginxInstalled, startNginx } from '../../support/process/nginx.ts'
import { type Nodes, openNodes } from '../../support/process/nodes.ts'
import { isSoak } from '../../support/soak.ts'
import { freePort } from '../free-port.ts'

const freezes = isSoak ? 20 : 3
const waves = 5

test('while a node is frozen, the other acknowledges every event; nothing is lost or stored twice', {
  timeout: 300_000,
}, async (context) => {
  const random = drawRandom(context)
  const { testService, a, b } = await openNodes(random)
  const acknowledged: string[] = []
  let isFrozen = false
  for (let freeze = 0; freeze < freezes; freeze++) {
    isFrozen = false
    const load = inParallel(
      16,
      () => (isFrozen ? undefined : testService.chat()),
      async ({ event, messageId }: SentText) => {
        if ((await a.webhookSender.deliver(event)).status === 200) acknowledged.push(messageId)
      },
    )
    // In the middle of transactions, which then hold their locks.
    await pause(200 + random.below(100))
    isFrozen = true
    process.kill(a.running.pid, 'SIGSTOP')
    try {
      // In every group, one after the other: it goes on, also where the frozen node holds a lock.
      for (let wave = 0; wave < waves; wave++) {
        const events = testService.groups.flatMap((group) =>
          [1, 2, 3].map(() => say(random, group, testService.ownerId, 'hi')),
        )
        const statuses = await Promise.all(
          events.map(async ({ event, messageId }) => {
            const { status } = await b.webhookSender.deliver(event)
            if (status === 200) acknowledged.push(messageId)
            return status
          }),
        )
        const all = events.map(() => 200)
        assert.deepEqual(statuses, all, `freeze ${freeze}, wave ${wave}: the healthy node acknowledges every event`)
      }
    } finally {
      process.kill(a.running.pid, 'SIGCONT')
    }
    await load
  }
  assert.deepEqual(compare(acknowledged, await testService.readBack()), { lost: [], twice: [] })
})

/** A platform gives up after about ten seconds. */
const mostMs = 10_000

if (isSoak && isNginxInstalled()) {
  test('behind nginx, every event is acknowledged while a node is frozen, and while one is killed', checkFaults)
}

async function checkFaults(context: TestContext): Promise<void> {
  const random = drawRandom(context)
  const nodes = await openNodes(random, { INNKEEPER_TRUST_PROXY: '1' })
  const { testService, a, b } = nodes
  const port = await freePort()
  const proxy = startNginx([new URL(a.running.url).host, new URL(b.running.url).host], port)
  context.after(async () => {
    proxy.kill('SIGTERM')
    await once(proxy, 'exit')
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${url}/health`).catch(() => undefined))?.ok === true, 'the proxy answers')
  const acknowledged: string[] = []
  const sender = openWebhookSender(url)
  const deliver = async (count: number) => {
    await Promise.all(Array.from({ length: count }, () => deliverOne(testService.chat())))
  }
  const deliverOne = async ({ event, messageId }: SentText) => {
    const begunAt = performance.now()
    const { status } = await sender.deliver(event)
    assert.equal(status, 200)
    assert.ok(performance.now() - begunAt < mostMs, 'in time')
    acknowledged.push(messageId)
  }
  await deliver(40)
  process.kill(b.running.pid, 'SIGSTOP')
  try {
    for (let round = 0; round < 5; round++) await deliver(20)
  } finally {
    process.kill(b.running.pid, 'SIGCONT')
  }
  await pause(2_500)
  const load = deliver(200)
  await b.stop('SIGKILL')
  await load
  for (let round = 0; round < 5; round++) await deliver(20)
  await checkStored(nodes, acknowledged)
}

async function checkStored({ testService }: Nodes, acknowledged: string[]): Promise<void> {
  assert.equal(acknowledged.length, 440)
  assert.deepEqual(compare(acknowledged, await testService.readBack()), { lost: [], twice: [] })
}
