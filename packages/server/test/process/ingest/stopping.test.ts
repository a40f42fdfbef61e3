import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawRandom, inParallel } from '../../support/line/line-load.ts'
import { startLineService } from '../../support/line/line-service.ts'
import { isSoak } from '../../support/soak.ts'

const rounds = isSoak ? 10 : 2

test('SIGTERM under load ends the service in time with code 0, and exactly the acknowledged messages are stored', {
  timeout: 300_000,
}, async (context) => {
  const random = drawRandom(context)
  const testService = await startLineService(random)
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round++) {
    if (round > 0) await testService.start()
    const before = acknowledged.length
    const stopAfter = random.between(20, 200)
    let stoppedAt = 0
    let isOver = false
    void testService.service.ended.then(() => (isOver = true))
    await inParallel(
      32,
      () => (isOver ? undefined : testService.chat()),
      async ({ event, messageId }) => {
        const { status, text } = await testService.webhookSender.deliver(event)
        if (status === 0) return void (await testService.service.ended)
        assert.equal(status, 200, text)
        acknowledged.push(messageId)
        if (stoppedAt === 0 && acknowledged.length - before >= stopAfter) {
          stoppedAt = performance.now()
          void testService.service.stop('SIGTERM')
        }
      },
    )
    const { code, stderr } = await testService.service.ended
    const ms = performance.now() - stoppedAt
    context.diagnostic(`round ${round}: stopped after ${stopAfter}+ acknowledgements, within ${ms.toFixed(0)} ms`)
    assert.deepEqual([code, stderr], [0, ''])
    assert.ok(ms < 10_000, 'supervisors wait ten seconds')
  }
  // A request that was accepted and then cut off would be stored but not acknowledged.
  assert.deepEqual((await testService.readStored()).sort(), acknowledged.sort())
})
