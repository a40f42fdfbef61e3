import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import type { FaultKind, MediaContent } from '@innkeeper/simulator'
import { eventually, startLineTestService } from '../../support/line/line.ts'
import { openListener } from '../../web/listener.ts'

const { service, line } = await startLineTestService()
const mai = line.addUser({ displayName: 'Mai' })
const ken = line.addUser({ displayName: 'Ken' })
const family = line.addGroup({ name: 'Family', members: [mai, ken] })
await family.invite()
await family.say(mai, '/claim')
await service.subscribe(family.groupId, mai.userId)
const owner = await service.caller(mai.userId)

const path = `/api/channels/${family.groupId}/backup`
const contentRoute = 'GET /v2/bot/message/{messageId}/content'
const lookAt = (messageId: string) => owner.get(`${path}/media/${messageId}`)
const incoming = () => service.place.listIncoming()
const isSettled = ({ status, text }: { status: number; text: string }) => status === 200 || /Media lost/.test(text)

/** Waits until a file is stored or lost. After each try ten minutes pass, and a member sends /help, which wakes the worker. */
async function settle(messageId: string, { isTimePassing = true } = {}) {
  let tries = 0
  let idleLooks = 0
  const answer = await eventually(async () => {
    const seen = await lookAt(messageId)
    if (isSettled(seen) || !isTimePassing) return seen
    // If time passed during a try, the worker could take the job for abandoned and try it once more than counted.
    const jobs = await service.store.listJobCounts()
    if (jobs.some(({ kind, running }) => kind === 'fetch-media' && running > 0)) return seen
    const asked = line.requests.filter((one) => one.path.endsWith(`/${messageId}/content`)).length
    // The time may also have passed just before a try had ended, and then it must pass again.
    if (asked <= tries && ++idleLooks <= 10) return seen
    tries = asked
    idleLooks = 0
    service.clock.now += 10 * 60_000
    await family.say(ken, '/help')
    return seen
  }, isSettled)
  // The preview of a file before may just be coming in.
  const half = await eventually(
    async () => incoming(),
    (files) => files.length === 0,
  )
  assert.deepEqual(half, [], 'nothing half is left')
  return answer
}

function contentOf(messageId: string): Buffer {
  const bytes = line.world.messages.get(messageId)?.content?.bytes
  assert.ok(bytes)
  return bytes
}

beforeEach(() => line.faults.clear())

describe('a file that comes with difficulty comes whole', () => {
  const cases: [what: string, content: MediaContent, faults: FaultKind[]][] = [
    ['after "not ready yet"', { type: 'image' }, ['202-then-200', '202-then-200']],
    ['after a minute of preparing', { type: 'video', preparingMs: 60_000 }, []],
    ['after "too many requests"', { type: 'image' }, ['429', '429']],
    ['after errors of the platform', { type: 'audio' }, ['500', '503']],
    ['after a token that was not accepted', { type: 'image' }, ['401']],
    ['after connections that broke', { type: 'image' }, ['drop', 'drop-mid-body', 'drop-mid-body']],
    ['after a body that was too short', { type: 'file', fileName: 'minutes.pdf' }, ['short-body']],
    ['after a body that was longer than announced', { type: 'file', fileName: 'minutes.pdf' }, ['long-body']],
    ['after a web page in its place', { type: 'image' }, ['html-page', 'html-page']],
    ['slowly', { type: 'video' }, ['slow']],
    ['without its length', { type: 'video' }, ['no-length']],
  ]
  for (const [what, content, kinds] of cases) {
    test(`${what}`, async () => {
      const faults = kinds.map((kind) => line.faults.add({ on: contentRoute, do: kind, times: 1 }))
      const { messageId } = await family.say(ken, content)
      const file = await settle(messageId, { isTimePassing: !kinds.includes('slow') })
      assert.equal(file.status, 200, file.text)
      const sent = contentOf(messageId)
      assert.equal(hash('sha256', file.bytes, 'hex'), hash('sha256', sent, 'hex'))
      const message = await owner.get(`${path}/messages/${messageId}`)
      assert.equal(message.body.fileSize, sent.length)
      assert.deepEqual(
        faults.map(({ hits }) => hits),
        kinds.map(() => 1),
        'the control: all of this happened',
      )
    })
  }
})

describe('a file that does not come is lost, and the reason is there to read', () => {
  const cases: [what: string, content: MediaContent, fault: FaultKind | undefined, reason: RegExp][] = [
    ['unknown to the platform', { type: 'image' }, '404', /404 Not found/],
    ['gone from the platform', { type: 'file', fileName: 'a.pdf' }, '410', /410 The content is gone/],
    ['not to be prepared', { type: 'video', hasFailed: true }, '202-then-200', /transcoding failed/],
    ['never ready', { type: 'image' }, '202-then-200', /still preparing the file \(tried 12 times\)/],
    ['refused as too often asked for', { type: 'image' }, '429', /429 The API rate limit.*\(tried 12 times\)/],
    ['never without an error', { type: 'audio' }, '500', /status 500.*\(tried 12 times\)/],
    ['always broken off', { type: 'image' }, 'drop-mid-body', /did not answer: .*\(tried 12 times\)/],
    ['always a web page', { type: 'image' }, 'html-page', /instead of the picture came text \(text\/html\)/],
    ['ten gigabytes', { type: 'video' }, 'huge-length', /larger than 300 MiB, the most that is kept/],
  ]
  for (const [what, content, fault, reason] of cases) {
    test(`${what}`, async () => {
      if (fault) line.faults.add({ on: contentRoute, do: fault, times: Number.POSITIVE_INFINITY })
      const { messageId } = await family.say(ken, content)
      const { status, body } = await settle(messageId)
      assert.equal(status, 404)
      assert.match(body.error, /^Media lost: /)
      assert.match(body.error, reason)
    })
  }

  test('inside our own network, whatever the message says', async () => {
    const listener = await openListener()
    for (const place of [`127.0.0.1:${listener.port}`, `localhost:${listener.port}`, '127.0.0.1', '169.254.169.254']) {
      const external = { originalContentUrl: `http://${place}/a.jpg`, previewImageUrl: `http://${place}/b.jpg` }
      const { messageId } = await family.say(ken, { type: 'image', external })
      const { status, body } = await settle(messageId)
      assert.equal(status, 404)
      assert.match(body.error, /^Media lost: .*not (a public address|allowed)/, place)
    }
    assert.equal(listener.connections(), 0)
  })
})

test('a message that is unsent while its file drips in leaves nothing of it', async () => {
  const bytes = Buffer.alloc(800_000, 'a film of the garden')
  // A piece every two seconds, so it is not the platform's silence that ends it.
  line.faults.add({ on: contentRoute, do: 'slow', ms: 16_000 })
  const { messageId } = await family.say(ken, { type: 'video', bytes })
  await eventually(
    async () => incoming(),
    (names) => names.length > 0,
  )
  assert.equal(incoming().length, 1, 'the control: it has begun')
  await family.unsend(ken, messageId)
  assert.equal((await lookAt(messageId)).body.error, 'Message not found')
  assert.deepEqual(
    await eventually(
      async () => incoming(),
      (names) => names.length === 0,
    ),
    [],
  )
})
