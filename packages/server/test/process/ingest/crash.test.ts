import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Random } from '@innkeeper/testdata'
import {
  again,
  compare,
  drawRandom,
  inParallel,
  openPipeliningSender,
  type SentText,
  type WebhookSender,
} from '../../support/line/line-load.ts'
import { type LineTestService, startLineService } from '../../support/line/line-service.ts'
import { isSoak } from '../../support/soak.ts'

const rounds = isSoak ? 20 : 2

test('an acknowledged message survives SIGKILL at any moment, exactly once', { timeout: 300_000 }, async (context) => {
  const random = drawRandom(context)
  const testService = await startLineService(random)
  const all = { sent: [] as SentText[], acknowledged: [] as string[] }
  const readyMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { sent, acknowledged, afterMs } = await killUnderLoad(random, testService, testService.webhookSender)
    context.diagnostic(
      `round ${round}: killed after ${afterMs} ms, ${acknowledged.length} of ${sent.length} acknowledged`,
    )
    assert.ok(sent.length > acknowledged.length, 'the signal came during the load')
    all.sent.push(...sent)
    all.acknowledged.push(...acknowledged)
    const started = performance.now()
    await testService.start()
    readyMs.push(Math.round(performance.now() - started))
    assert.deepEqual(compare(all.acknowledged, await testService.readBack()), { lost: [], twice: [] })
  }
  context.diagnostic(`ready again after at most ${Math.max(...readyMs)} ms (promised: 5000)`)
  assert.ok(all.acknowledged.length > rounds, 'something was acknowledged')

  // The platform redelivers what was not acknowledged, although some of it was committed.
  const answered = new Set(all.acknowledged)
  const open = all.sent.filter(({ messageId }) => !answered.has(messageId))
  for (const { event } of open) assert.equal((await testService.webhookSender.deliver(again(event))).status, 200)
  const stored = await testService.readBack()
  assert.deepEqual(stored.sort(), all.sent.map(({ messageId }) => messageId).sort())
  assert.equal((await testService.service.stop()).code, 0)
})

test('control: a proxy that acknowledges messages before they are stored is detected', {
  timeout: 120_000,
}, async (context) => {
  const random = drawRandom(context)
  const testService = await startLineService(random)
  const { acknowledged } = await killUnderLoad(
    random,
    testService,
    await openPipeliningSender(testService.service.url, 50),
  )
  const { lost } = compare(acknowledged, await testService.readStored())
  context.diagnostic(`${lost.length} of ${acknowledged.length} lost`)
  assert.ok(lost.length > 0)
})

/** Sixteen connections send messages without a pause until the process is gone. */
async function killUnderLoad(random: Random, testService: LineTestService, door: WebhookSender) {
  const sent: SentText[] = []
  const acknowledged: string[] = []
  const afterMs = random.between(10, isSoak ? 800 : 400)
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  void testService.service.ended.then(() => (isOver = true))
  const next = () => {
    if (isOver) return undefined
    const said = testService.chat()
    sent.push(said)
    return said
  }
  await inParallel(16, next, async ({ event, messageId }) => {
    const { status, text } = await door.deliver(event)
    if (status === 200) {
      acknowledged.push(messageId)
      // From the second one on, however slow the machine is: without any, a kill shows nothing.
      if (acknowledged.length === 2) timer = setTimeout(() => void testService.service.stop('SIGKILL'), afterMs)
    } else if (status !== 0) assert.fail(`${status} ${text}`)
    else await testService.service.ended
  })
  clearTimeout(timer)
  assert.equal((await testService.service.ended).signal, 'SIGKILL')
  return { sent, acknowledged, afterMs }
}
