import assert from 'node:assert/strict'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Random } from '@innkeeper/testdata'
import { until } from '../../support/eventually.ts'
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
import { mountSmallDisk, noSmallDisk } from '../../support/process/small-disk.ts'
import { startPolledPlatform, type Update } from '../../support/pulling/polled-platform.ts'
import { openPollingService } from '../../support/pulling/polling-service.ts'
import { isSoak } from '../../support/soak.ts'

const messages = isSoak ? 3_000 : 300
// SQLite's write-ahead log alone takes up to 16 MB before a checkpoint.
const size = isSoak ? '128m' : '48m'
const skip = noSmallDisk

test('nothing is acknowledged that a full disk cannot store, and with space again the service recovers by itself', {
  skip,
  timeout: 180_000,
}, async (context) => {
  const random = drawRandom(context)
  const testService = await startLineService(random, { dataDir: mountSmallDisk(size) })
  const { acknowledged, refused } = await talkOnFullDisk(context, random, testService, testService.webhookSender)
  assert.ok(acknowledged.length > 0 && refused.length > 0, 'the disk filled up during the load')
  assert.deepEqual(
    compare(acknowledged, await testService.readBack()),
    { lost: [], twice: [] },
    'read while the disk is full',
  )

  makeRoom(testService.dataDir)
  for (const { event } of refused) {
    const { status, text } = await testService.webhookSender.deliver(again(event))
    assert.equal(status, 200, text)
  }
  const all = [...acknowledged, ...refused.map(({ messageId }) => messageId)]
  assert.deepEqual((await testService.readBack()).sort(), all.sort(), 'without a restart')
  assert.equal((await testService.service.stop()).code, 0)
  await testService.start()
  assert.deepEqual((await testService.readBack()).sort(), all.sort(), 'and after one')
  assert.equal((await testService.service.stop()).code, 0)
})

test('control: a proxy that acknowledges even if the disk is full is detected', {
  skip,
  timeout: 180_000,
}, async (context) => {
  const random = drawRandom(context)
  const testService = await startLineService(random, { dataDir: mountSmallDisk(size) })
  const { acknowledged } = await talkOnFullDisk(
    context,
    random,
    testService,
    await openPipeliningSender(testService.service.url, 0),
  )
  const { lost } = compare(acknowledged, await testService.readBack())
  assert.ok(lost.length > 0)
  assert.equal((await testService.service.stop()).code, 0, 'it stops although the disk is full')
})

test('nothing is confirmed to a platform that is asked for events before a full disk has stored it', {
  skip,
  timeout: 180_000,
}, async () => {
  const platform = await startPolledPlatform()
  const service = await openPollingService(platform, {}, mountSmallDisk('48m'))
  const running = await service.start({ limit: 20 })
  const say = (id: number): Omit<Update, 'id'> => ({
    event: {
      kind: 'message',
      eventId: `u${id}`,
      at: Date.now(),
      channel: { channelId: service.channelId, type: 'group' },
      messageId: `m${id}`,
      content: { type: 'text', text: `${id} `.repeat(1_000) },
    },
  })
  const countStored = async () => {
    const [row] = await service.query<{ count: number }>('select count(*) as count from messages')
    return row?.count ?? 0
  }
  fill(service.dataDir, 700_000)
  platform.happen(...Array.from({ length: messages }, (_, index) => say(index)))
  const log = () => running.printed().stdout + running.printed().stderr
  await until(() => /failed to receive events/.test(log()), 'the disk is full')
  const left = platform.waiting()
  assert.ok(left > 0)
  assert.equal(await countStored(), messages - left, 'what was confirmed is stored')
  makeRoom(service.dataDir)
  await until(() => platform.waiting() === 0, 'it recovers by itself')
  assert.equal(await countStored(), messages)
  assert.equal((await running.stop()).code, 0)
})

/** Fills the disk and keeps sending. What isn't acknowledged gets a 503 with a retry time. */
async function talkOnFullDisk(context: TestContext, random: Random, testService: LineTestService, door: WebhookSender) {
  const acknowledged: string[] = []
  const refused: SentText[] = []
  fill(testService.dataDir, 700_000)
  let left = messages
  await inParallel(
    8,
    () => (left-- > 0 ? testService.chat(`${random.hex(8)} `.repeat(100)) : undefined),
    async (said) => {
      const { status, retryAfter, text } = await door.deliver(said.event)
      if (status === 200) return void acknowledged.push(said.messageId)
      assert.equal(status, 503, text)
      assert.match(retryAfter ?? '', /^\d+$/)
      refused.push(said)
    },
  )
  context.diagnostic(`${acknowledged.length} acknowledged, ${refused.length} refused with 503`)
  return { acknowledged, refused }
}

const fillerOf = (dataDir: string) => join(dataDir, 'filler')

function fill(dataDir: string, leaveBytes: number): void {
  const { bavail, bsize } = statfsSync(dataDir)
  writeFileSync(fillerOf(dataDir), Buffer.alloc(bavail * bsize - leaveBytes, 1))
}

function makeRoom(dataDir: string): void {
  rmSync(fillerOf(dataDir))
}
