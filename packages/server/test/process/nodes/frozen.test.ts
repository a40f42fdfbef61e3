import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { compare, drawRandom, inParallel, isSoak, type SentText, say } from '../../support/line/line-load.ts'
import { openNodes } from '../../support/process/nodes.ts'

const freezes = isSoak ? 20 : 3

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
      assert.deepEqual(new Set(statuses), new Set([200]))
    } finally {
      process.kill(a.running.pid, 'SIGCONT')
    }
    await load
  }
  assert.deepEqual(compare(acknowledged, await testService.readBack()), { lost: [], twice: [] })
})
