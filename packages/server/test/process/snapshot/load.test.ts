import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startSimulator } from '@innkeeper/simulator'
import type { Random } from '@innkeeper/testdata'
import { reuseWritingThreads } from '../../../src/adapters/sql/writing-threads.ts'
import { startService } from '../../../src/app/start-service.ts'
import { readConfig } from '../../../src/config/config.ts'
import { eventually, until } from '../../support/eventually.ts'
import { type Caller, createCaller } from '../../support/http/caller.ts'
import { walk } from '../../support/http/walk.ts'
import { channelSecret, compare, drawRandom, openWebhookSender, say } from '../../support/line/line-load.ts'
import { botId } from '../../support/line/line-platform.ts'
import { accessToken, environmentFor } from '../../support/line/line-service.ts'
import { createKey, innkeeper, newFolder, serve } from '../../support/process/process.ts'
import { findFault, sha256Of } from '../../support/snapshots.ts'
import { isSoak } from '../../support/soak.ts'

reuseWritingThreads()

/** Messages acknowledged before the first snapshot, and between two of them. */
const enough = isSoak ? 6_000 : 100
const photos = isSoak ? 200 : 20
const targets = isSoak ? ['one', 'two.tar', 'three', 'four.tar'] : ['one', 'two.tar']
const eventsASecond = isSoak ? 300 : 100

test('a snapshot made under load contains every message acknowledged before it began, and all media', {
  timeout: 300_000,
}, async (context) => {
  const random = drawRandom(context)
  const testService = await startBusyService(random)
  const parent = newFolder()
  const made: { target: string; before: string[] }[] = []
  for (const name of targets) {
    await testService.untilAcknowledged(enough * (made.length + 1))
    const before = [...testService.acknowledged]
    const target = join(parent, name)
    const { code, stderr } = await innkeeper(['backup', target, '--data', testService.dataDir])
    assert.deepEqual([code, stderr], [0, ''])
    context.diagnostic(`${testService.acknowledged.length - before.length} messages came in while ${name} was made`)
    assert.ok(testService.acknowledged.length > before.length, 'the service kept accepting messages')
    made.push({ target, before })
  }
  await testService.untilAcknowledged(testService.acknowledged.length + 50)
  await testService.stop()

  for (const { target, before } of made) {
    assert.equal(await findFault(target), undefined)
    const dataDir = join(newFolder(), 'restored')
    assert.equal((await innkeeper(['restore', target, '--data', dataDir])).code, 0)
    const config = { PORT: '0', INNKEEPER_LOG: 'silent', INNKEEPER_RATE_LIMIT: '0', INNKEEPER_DATA: dataDir }
    const service = await startService(readConfig(config))
    const owner = createCaller(service.url, testService.authorization)
    const stored = await readBack(owner, testService.groupId)
    assert.deepEqual(compare(before, stored), { lost: [], twice: [] })
    for (const [messageId, bytes] of testService.photos) {
      const { status, bytes: got } = await owner.get(`/api/channels/${testService.groupId}/backup/media/${messageId}`)
      assert.deepEqual([status, sha256Of(got)], [200, sha256Of(bytes)])
    }
    // Control: messages after a snapshot are not in it, so the comparison detects missing ones.
    assert.ok(compare(testService.acknowledged, stored).lost.length > 0)
    await service.stop()
  }
})

/** A group with photos, in which people keep talking. */
async function startBusyService(random: Random) {
  const line = await startSimulator({ channelSecret, accessToken, botUserId: botId, rateLimits: null })
  after(() => line.stop())
  const dataDir = newFolder()
  const service = await serve(dataDir, { env: environmentFor(line) })
  line.setWebhookUrl(`${service.url}/webhooks/line`)
  const [owner, guest] = [line.addUser(), line.addUser()]
  const group = line.addGroup({ members: [owner, guest] })
  const { groupId } = group
  await group.invite()
  await group.say(owner, '/claim')
  const authorization = `Bearer ${(await createKey(dataDir, owner.userId)).key}`
  const caller = createCaller(service.url, authorization)
  assert.equal((await caller.post(`/api/channels/${groupId}/backup/subscribe`)).status, 200)

  const sent = new Map<string, Buffer>()
  for (let count = 0; count < photos; count++) {
    const bytes = Buffer.from(random.hex(2 * random.between(1, 60_000)), 'hex')
    const { messageId } = await group.say(guest, { type: 'file', fileName: `${count}.bin`, bytes })
    sent.set(messageId, bytes)
  }
  const listMedia = () => walk(caller, `/api/channels/${groupId}/backup/media`, { limit: 100 })
  assert.equal((await eventually(listMedia, (ids) => ids.length === photos)).length, photos)

  const acknowledged: string[] = []
  const door = openWebhookSender(service.url)
  let isOver = false
  const talk = async () => {
    const { event, messageId } = say(random, groupId, guest.userId, `At ${random.below(24)}, then? 傘 ${random.hex(8)}`)
    const { status, text } = await door.deliver(event)
    assert.equal(status, 200, text)
    acknowledged.push(messageId)
  }
  const load = (async () => {
    while (!isOver) {
      const turn = Array.from({ length: eventsASecond / 20 }, talk)
      await Promise.all([...turn, pause(50)])
    }
  })()
  return {
    dataDir,
    groupId,
    authorization,
    photos: sent,
    acknowledged,
    async untilAcknowledged(count: number) {
      await Promise.race([load, until(() => acknowledged.length >= count, `${count} events are acknowledged`)])
    },
    async stop() {
      isOver = true
      await load
      assert.equal((await service.stop()).code, 0)
    },
  }
}

async function readBack(owner: Caller, groupId: string): Promise<string[]> {
  const ids: string[] = []
  // Around midnight the messages are on two days.
  for (const day of [Date.now() - 86_400_000, Date.now()].map((at) => new Date(at).toISOString().slice(0, 10))) {
    ids.push(...(await walk(owner, `/api/channels/${groupId}/backup/messages?date=${day}`, { limit: 100 })))
  }
  return ids
}
