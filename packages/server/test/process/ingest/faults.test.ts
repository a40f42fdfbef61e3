import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { again, drawRandom, type SentText } from '../../support/line/line-load.ts'
import { type LineTestService, startLineService } from '../../support/line/line-service.ts'
import { innkeeper } from '../../support/process/process.ts'
import { sabotaged } from '../../support/process/sabotage.ts'
import { isSoak } from '../../support/soak.ts'

// Something fails inside the service while a few messages come in and their replies go out. Then the platform redelivers them, as
// it does with unacknowledged events, and sometimes with acknowledged ones.

const timeout = isSoak ? 900_000 : 100_000

describe('a failure inside a step loses nothing and does nothing twice', { concurrency: true }, () => {
  for (const moment of ['before', 'after'] as const) {
    test(`the process dies just ${moment} any commit`, { timeout }, async (context) => {
      const random = drawRandom(context)
      // The first two belong to the start. A service that dies then was never ready.
      const commits = isSoak ? Array.from({ length: 16 }, (_, index) => index + 3) : [random.between(3, 11)]
      const sabotage = (commit = 0) => ({ env: sabotaged(`kill-${moment}-commit:${commit}`) })
      const testService = await startLineService(random, { ...sabotage(commits[0]), areGroupsThere: true })
      const all: SentText[] = []
      for (const [index, commit] of commits.entries()) {
        if (index > 0) {
          await testService.service.stop()
          await testService.start(sabotage(commit))
        }
        const batch: SentText[] = []
        const statuses: number[] = []
        // Until it dies, because the number of commits by jobs in between varies.
        while (!statuses.includes(0)) {
          assert.ok(batch.length < 100, 'it dies')
          const further = someMessages(testService, 4)
          batch.push(...further)
          statuses.push(...(await deliverInTurn(testService, further)))
        }
        all.push(...batch)
        context.diagnostic(`commit ${commit}: answered ${statuses}`)
        assert.equal((await testService.service.ended).signal, 'SIGKILL')
        assert.ok(statuses.every((status) => status === 200 || status === 0))
        await testService.start()
        assert.deepEqual(
          await deliverInTurn(testService, batch.map(repeated)),
          batch.map(() => 200),
        )
        await assertStored(testService, all)
      }
      await assertAnsweredOnce(testService, all, { patiently: isSoak })
    })
  }

  test('commits fail again and again', { timeout }, async (context) => {
    const random = drawRandom(context)
    const periods = isSoak ? [2, 3, 4, 5, 6] : [3]
    const sabotage = (every = 0) => ({ env: sabotaged(`refuse-commit:${every}`) })
    const testService = await startLineService(random, { ...sabotage(periods[0]), areGroupsThere: true })
    const all: SentText[] = []
    for (const [index, every] of periods.entries()) {
      if (index > 0) {
        await testService.service.stop()
        await testService.start(sabotage(every))
      }
      const batch = someMessages(testService, 30)
      all.push(...batch)
      let open = batch
      let refusals = 0
      while (open.length > 0) {
        const statuses = await deliverInTurn(testService, open)
        assert.ok(
          statuses.every((status) => status === 200 || status === 503),
          String(statuses),
        )
        open = open.filter((_, index) => statuses[index] !== 200).map(repeated)
        refusals += open.length
      }
      context.diagnostic(`every ${every}th commit failed: ${refusals} deliveries were refused and came again`)
      assert.ok(refusals > 0)
      await assertStored(testService, all)
    }
    await assertAnsweredOnce(testService, all)
  })

  test('an event that cannot be stored because of a bug is kept as received, and stored when it is redelivered', {
    timeout,
  }, async (context) => {
    const random = drawRandom(context)
    const testService = await startLineService(random, { groups: 1, env: sabotaged('break-message:unlucky') })
    const batch = [...someMessages(testService, 4), testService.chat('an unlucky one'), ...someMessages(testService, 4)]
    const events = batch.map(({ event }) => event)
    const { status, text } = await testService.webhookSender.deliver(...events)
    assert.equal(status, 200, text)
    await assertStored(
      testService,
      batch.filter((_, index) => index !== 4),
    )
    const { stdout } = await innkeeper(['doctor', '--data', testService.dataDir])
    assert.match(stdout, /^warn .*\b1 event could not be read/m)
    assert.doesNotMatch(stdout, /unlucky/)
    await testService.service.stop()
    await testService.start()
    assert.equal((await testService.webhookSender.deliver(...events.map(again))).status, 200)
    await assertStored(testService, batch)
    await assertAnsweredOnce(testService, batch)
  })
})

/** Every fourth message wants a reply. */
function someMessages(testService: LineTestService, count: number): SentText[] {
  return Array.from({ length: count }, (_, index) => testService.chat(index % 4 === 0 ? '/help' : undefined))
}

function repeated(said: SentText): SentText {
  return { ...said, event: again(said.event) }
}

async function deliverInTurn(testService: LineTestService, batch: SentText[]): Promise<number[]> {
  const statuses: number[] = []
  for (const { event } of batch) statuses.push((await testService.webhookSender.deliver(event)).status)
  return statuses
}

async function assertStored(testService: LineTestService, all: SentText[]): Promise<void> {
  assert.deepEqual((await testService.readBack()).sort(), all.map(({ messageId }) => messageId).sort())
}

/**
 * Call this last, because it stops the service, so that no more replies can come. Replies that were being sent when the process
 * died are retried after their lease, which takes a while: only `patiently` waits for them.
 */
async function assertAnsweredOnce(
  testService: LineTestService,
  all: SentText[],
  { patiently } = { patiently: true },
): Promise<void> {
  const asked = all.filter(({ event }) => (event.message as { text: string }).text === '/help')
  const tokens = asked.map(({ replyToken }) => replyToken)
  if (patiently) await testService.platform.hasReplied(tokens)
  assert.equal((await testService.service.stop()).code, 0)
  const replies = testService.platform.replies.filter((token) => tokens.includes(token))
  assert.equal(new Set(replies).size, replies.length, 'no duplicates')
  if (patiently) assert.deepEqual(replies.sort(), tokens.sort())
}
