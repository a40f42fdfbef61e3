import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { again, bodyOf, compare, drawRandom, type SentText, sign } from '../../support/line/line-load.ts'
import { startLineService } from '../../support/line/line-service.ts'
import { newFolder } from '../../support/process/process.ts'
import { sabotaged } from '../../support/process/sabotage.ts'
import { isSoak } from '../../support/soak.ts'

const rounds = isSoak ? 20 : 1
const mib = 1024 * 1024
const padding = Buffer.alloc(mib / 2, 'x')
/** The most deliveries of this size that the service holds at once. The test sends five times as many. */
const capacity = (64 * mib) / padding.length
const width = 5 * capacity
/** Far more than a healthy service needs, but less than it would need to hold everything that is sent. */
const mostRssBytes = 1024 * mib

test('deliveries beyond capacity are refused with 503 and a retry time, none is lost, and memory stays bounded', {
  timeout: 300_000,
}, async (context) => {
  const random = drawRandom(context)
  const hold = join(newFolder(), 'hold')
  const testService = await startLineService(random, { env: sabotaged(`hold-commit:${hold}`), connections: width })
  const acknowledged: string[] = []
  const refused: SentText[] = []
  for (let round = 0; round < rounds; round++) {
    // The disk is blocked until everything beyond the capacity is refused.
    writeFileSync(hold, '')
    const refusedBefore = refused.length
    const deliver = async () => {
      const said = testService.chat()
      const body = withPadding(said)
      const { status, retryAfter, text } = await testService.webhookSender.post(body, sign(body))
      if (status === 200) return void acknowledged.push(said.messageId)
      assert.equal(status, 503, text)
      assert.match(retryAfter ?? '', /^[1-9]\d*$/)
      refused.push(said)
      if (refused.length - refusedBefore === width - capacity) rmSync(hold)
    }
    await Promise.all(Array.from({ length: width }, deliver))
  }
  const rss = peakRssBytes(testService.service.pid)
  context.diagnostic(
    `${width * rounds} deliveries, ${(width * padding.length) / mib} MiB at a time: ${acknowledged.length} acknowledged, ` +
      `${refused.length} refused; at most ${(rss / mib).toFixed(0)} MiB of memory`,
  )
  assert.ok(acknowledged.length > 0, 'some were accepted')
  assert.ok(refused.length >= rounds * (width - capacity), 'the rest were refused')
  assert.ok(rss < mostRssBytes, `${rss} bytes`)
  assert.deepEqual(compare(acknowledged, await testService.readBack()), { lost: [], twice: [] })

  const later = refused.slice(0, 20)
  for (const { event } of later) assert.equal((await testService.webhookSender.deliver(again(event))).status, 200)
  const all = [...acknowledged, ...later.map(({ messageId }) => messageId)]
  assert.deepEqual(compare(all, await testService.readBack()), { lost: [], twice: [] })
  assert.equal((await testService.service.stop()).code, 0)
})

/** Adds an unknown property that makes the delivery large. */
function withPadding({ event }: SentText): Buffer {
  const [head = '', tail = ''] = bodyOf([{ ...event, padding: '' }]).split('"padding":"')
  return Buffer.concat([Buffer.from(`${head}"padding":"`), padding, Buffer.from(tail)])
}

function peakRssBytes(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
