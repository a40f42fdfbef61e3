import assert from 'node:assert/strict'
import { test } from 'node:test'
import { again, drawRandom, inParallel, type SentText } from '../../support/line/line-load.ts'
import { type LineTestService, startLineService } from '../../support/line/line-service.ts'
import { isSoak } from '../../support/soak.ts'

const total = isSoak ? 5_000 : 200
const mostCopies = 5
// After a crash, replies that were being sent are retried when their lease expires. That takes too long for a short test.
const signal = isSoak ? 'SIGKILL' : 'SIGTERM'

test('events delivered up to five times, shuffled, 32 at once and across a restart, each have one effect', {
  timeout: 300_000,
}, async (context) => {
  const random = drawRandom(context)
  const testService = await startLineService(random, { groups: 5 })
  const all = Array.from({ length: total }, (_, index) => testService.chat(index % 10 === 0 ? '/help' : undefined))
  const triggers = all.filter((_, index) => index % 10 === 0).map(({ replyToken }) => replyToken)
  const deliveries = random.shuffle(
    all.flatMap((said) => Array.from({ length: random.between(1, mostCopies) }, () => said)),
  )
  assert.ok(deliveries.length > 2 * total, 'most came more than once')

  const answers = { 200: 0, repeated: 0 }
  const waiting = [...deliveries]
  let restarted = Promise.resolve()
  const restart = async () => {
    await testService.service.stop(signal)
    await testService.start()
  }
  await inParallel(
    32,
    () => waiting.pop(),
    async (said) => {
      if (waiting.length === Math.floor(deliveries.length / 2)) restarted = restart()
      const repeats = await deliver(testService, said, () => restarted)
      answers.repeated += repeats
      answers[200]++
    },
  )
  context.diagnostic(`${deliveries.length} deliveries, ${answers.repeated} repeated because there was no answer`)
  assert.equal(answers[200], deliveries.length)
  assert.ok(answers.repeated > 0, 'the restart came during the load')

  assert.deepEqual((await testService.readBack()).sort(), all.map(({ messageId }) => messageId).sort())
  await testService.platform.hasReplied(triggers)
  assert.equal((await testService.service.stop()).code, 0)
  const replies = testService.platform.replies.filter((token) => triggers.includes(token))
  assert.equal(replies.length, triggers.length, 'one reply per trigger')
  const replyTokens = new Set(all.map(({ replyToken }) => replyToken))
  assert.equal(
    testService.platform.replies.filter((token) => replyTokens.has(token)).length,
    triggers.length,
    'and no others',
  )
})

/** Repeats a delivery until it is acknowledged, like the platform. Returns the number of repeats. */
async function deliver(
  testService: LineTestService,
  { event }: SentText,
  restarted: () => Promise<void>,
): Promise<number> {
  for (let repeats = 0; ; repeats++) {
    const { status } = await testService.webhookSender.deliver(repeats === 0 ? event : again(event))
    if (status === 200) return repeats
    assert.equal(status, 0, 'no answer at all, or a good one')
    await restarted()
  }
}
