import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawRandom, inParallel, isSoak } from '../../support/line/line-load.ts'
import { openLineInn } from '../../support/line/line-service.ts'

const rounds = isSoak ? 10 : 2

test('SIGTERM under load ends in time with 0; what was stored was acknowledged, and the other way round', {
  timeout: 300_000,
}, async (context) => {
  const random = drawRandom(context)
  const inn = await openLineInn(random)
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round++) {
    const before = acknowledged.length
    const stopAfter = random.between(20, 200)
    let stoppedAt = 0
    let isOver = false
    void inn.service.ended.then(() => (isOver = true))
    await inParallel(
      32,
      () => (isOver ? undefined : inn.chat()),
      async ({ event, messageId }) => {
        const { status, text } = await inn.door.deliver(event)
        if (status === 0) return void (await inn.service.ended)
        assert.equal(status, 200, text)
        acknowledged.push(messageId)
        if (stoppedAt === 0 && acknowledged.length - before >= stopAfter) {
          stoppedAt = performance.now()
          void inn.service.stop('SIGTERM')
        }
      },
    )
    const { code, stderr } = await inn.service.ended
    const ms = performance.now() - stoppedAt
    context.diagnostic(`round ${round}: stopped after ${stopAfter}+ acknowledgements, within ${ms.toFixed(0)} ms`)
    assert.deepEqual([code, stderr], [0, ''])
    assert.ok(ms < 10_000, 'ten seconds is what supervisors give')
    await inn.start()
  }
  // A request that was accepted and then cut off would be stored without having been acknowledged.
  assert.deepEqual((await inn.readBack()).sort(), acknowledged.sort())
  assert.equal((await inn.service.stop()).code, 0)
})
