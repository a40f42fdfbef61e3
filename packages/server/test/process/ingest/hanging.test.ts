import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawRandom, inParallel, lineEvent, openWebhookSender, percentile, say } from '../../support/line/line-load.ts'
import { startLinePlatform } from '../../support/line/line-platform.ts'
import { environmentFor, startLineService } from '../../support/line/line-service.ts'
import { newFolder, serve } from '../../support/process/process.ts'
import { isSoak } from '../../support/soak.ts'

const forMs = isSoak ? 60_000 : 1_000
/** The platform's timeout for an acknowledgement. */
const platformWaitsMs = 2_000
/** Longer on a machine that is busy with other tests, but less than the five seconds that a call can hang. */
const grantedMs = isSoak ? platformWaitsMs : 4_500

test('messages are acknowledged in time while the platform never answers a call', {
  timeout: 180_000,
}, async (context) => {
  const random = drawRandom(context)
  const testService = await startLineService(random)
  testService.platform.behave('hang')
  const acknowledged: string[] = []
  const times: number[] = []
  const endsAt = performance.now() + forMs
  const next = () => {
    if (performance.now() > endsAt) return undefined
    const kind = random.below(10)
    // New members need a profile lookup, and questions get a reply. Both calls hang.
    if (kind === 0) return testService.chat('/help')
    if (kind < 4) return say(random, random.pick(testService.groups), `U${random.hex(32)}`, 'I am new here')
    return testService.chat()
  }
  await inParallel(8, next, async ({ event, messageId }) => {
    const { status, ms, text } = await testService.webhookSender.deliver(event)
    assert.equal(status, 200, text)
    times.push(ms)
    acknowledged.push(messageId)
  })
  const slowest = Math.max(...times)
  context.diagnostic(
    `${times.length} acknowledged, p99 ${percentile(times, 0.99).toFixed(1)} ms (promised: 500), slowest ${slowest.toFixed(1)} ms; ${testService.platform.met.hang} calls hung`,
  )
  assert.ok(testService.platform.met.hang > 0, 'the service did call the platform')
  assert.ok(slowest < grantedMs, `${slowest} ms`)
  assert.deepEqual((await testService.readBack()).sort(), acknowledged.sort())
  assert.equal((await testService.service.stop()).code, 0, 'it stops although calls hang')
})

test('messages are accepted although the platform has not even answered which account is ours', async (context) => {
  const random = drawRandom(context)
  const platform = await startLinePlatform()
  platform.behave('hang')
  const service = await serve(newFolder(), { env: environmentFor(platform) })
  const door = openWebhookSender(service.url)
  const groupId = `C${random.hex(32)}`
  const join = lineEvent({ type: 'group', groupId }, { type: 'join', replyToken: random.hex(32) })
  assert.equal((await door.deliver(join)).status, 200)
  assert.equal((await door.deliver(say(random, groupId, `U${random.hex(32)}`, 'hello').event)).status, 200)
  assert.equal((await service.stop()).code, 0)
})
