import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import type { FaultKind, MediaContent } from '@innkeeper/simulator'
import { eventually } from '../../support/eventually.ts'
import { startLineTestService } from '../../support/line/line.ts'
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
const getMedia = (messageId: string) => owner.get(`${path}/media/${messageId}`)
const incoming = () => service.environment.listIncoming()
const isSettled = ({ status, text }: { status: number; text: string }) => status === 200 || /Media lost/.test(text)

/** Waits until a file is stored or lost. After each try ten minutes pass, and a member sends /help, which wakes the worker. */
async function settle(messageId: string, { isTimePassing = true } = {}) {
  let tries = 0
  let idleChecks = 0
  const answer = await eventually(async () => {
    const seen = await getMedia(messageId)
    if (isSettled(seen) || !isTimePassing) return seen
    // If time passed during a try, the worker could consider the job abandoned and try it once more than counted.
    const jobs = await service.store.listJobCounts()
    if (jobs.some(({ kind, running }) => kind === 'fetch-media' && running > 0)) return seen
    const asked = line.requests.filter((one) => one.path.endsWith(`/${messageId}/content`)).length
    // Time may also have passed just before a try ended, and then it must pass again.
    if (asked <= tries && ++idleChecks <= 10) return seen
    tries = asked
    idleChecks = 0
    service.clock.now += 10 * 60_000
    await family.say(ken, '/help')
    return seen
  }, isSettled)
  // The preview of an earlier file may still be arriving.
  const half = await eventually(
    async () => incoming(),
    (files) => files.length === 0,
  )
  assert.deepEqual(half, [], 'no partial file is left')
  return answer
}

function contentOf(messageId: string): Buffer {
  const bytes = line.world.messages.get(messageId)?.content?.bytes
  assert.ok(bytes)
  return bytes
}

beforeEach(() => line.faults.clear())

describe('a file is downloaded completely', () => {
  const cases: [what: string, content: MediaContent, faults: FaultKind[]][] = [
    ['after "not ready yet"', { type: 'image' }, ['202-then-200', '202-then-200']],
    ['after a minute of preparing', { type: 'video', preparingMs: 60_000 }, []],
    ['after "too many requests"', { type: 'image' }, ['429', '429']],
    ['after platform errors', { type: 'audio' }, ['500', '503']],
    ['after a rejected token', { type: 'image' }, ['401']],
    ['after dropped connections', { type: 'image' }, ['drop', 'drop-mid-body', 'drop-mid-body']],
    ['after a body that was too short', { type: 'file', fileName: 'minutes.pdf' }, ['short-body']],
    ['after a body that was longer than announced', { type: 'file', fileName: 'minutes.pdf' }, ['long-body']],
    ['after a web page instead of the file', { type: 'image' }, ['html-page', 'html-page']],
    ['slowly', { type: 'video' }, ['slow']],
    ['without a length', { type: 'video' }, ['no-length']],
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
        'the control: every fault happened',
      )
    })
  }
})

describe('a file that cannot be downloaded is lost, with a reason', () => {
  const cases: [what: string, content: MediaContent, fault: FaultKind | undefined, reason: RegExp][] = [
    ['unknown to the platform', { type: 'image' }, '404', /404 Not found/],
    ['gone from the platform', { type: 'file', fileName: 'a.pdf' }, '410', /410 The content is gone/],
    ['failed to transcode', { type: 'video', hasFailed: true }, '202-then-200', /transcoding failed/],
    ['never ready', { type: 'image' }, '202-then-200', /still preparing the file \(tried 12 times\)/],
    ['always rate limited', { type: 'image' }, '429', /429 The API rate limit.*\(tried 12 times\)/],
    ['always an error', { type: 'audio' }, '500', /status 500.*\(tried 12 times\)/],
    ['always cut off', { type: 'image' }, 'drop-mid-body', /did not answer: .*\(tried 12 times\)/],
    ['always a web page', { type: 'image' }, 'html-page', /received text \(text\/html\) instead of the picture/],
    ['ten gigabytes', { type: 'video' }, 'huge-length', /larger than the limit of 300 MiB/],
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
    for (const host of [`127.0.0.1:${listener.port}`, `localhost:${listener.port}`, '127.0.0.1', '169.254.169.254']) {
      const external = { originalContentUrl: `http://${host}/a.jpg`, previewImageUrl: `http://${host}/b.jpg` }
      const { messageId } = await family.say(ken, { type: 'image', external })
      const { status, body } = await settle(messageId)
      assert.equal(status, 404)
      assert.match(body.error, /^Media lost: .*not (a public address|allowed)/, host)
    }
    assert.equal(listener.connections(), 0)
  })
})

test('unsending a message while its file is being downloaded leaves nothing of it', async () => {
  const bytes = Buffer.alloc(800_000, 'a film of the garden')
  // A chunk every two seconds, so the download does not end because the platform is silent.
  line.faults.add({ on: contentRoute, do: 'slow', ms: 16_000 })
  const { messageId } = await family.say(ken, { type: 'video', bytes })
  await eventually(
    async () => incoming(),
    (names) => names.length > 0,
  )
  assert.equal(incoming().length, 1, 'the control: it has started')
  await family.unsend(ken, messageId)
  assert.equal((await getMedia(messageId)).body.error, 'Message not found')
  assert.deepEqual(
    await eventually(
      async () => incoming(),
      (names) => names.length === 0,
    ),
    [],
  )
})
