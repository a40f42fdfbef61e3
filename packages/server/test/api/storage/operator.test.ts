import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { OperatorReport } from '@innkeeper/contract'
import { startService } from '../../../src/app/start-service.ts'
import { PlatformRefusal } from '../../../src/domain/platforms/platform-errors.ts'
import type { Connector } from '../../../src/ports/connector.ts'
import { message } from '../../support/content/events.ts'
import { openBrowser } from '../../support/http/browser.ts'
import { type Caller, createCaller } from '../../support/http/caller.ts'
import { createFakeConnector, type FakeBody, fakeDelivery, fakePlatform } from '../../support/line/fake-platform.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const operator = await service.caller('U-operator', { isOperator: true })
await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
const path = `/webhooks/${fakePlatform}`
const anonymous = service.callerWith(undefined)
const deliver = (body: FakeBody) => anonymous.request('POST', path, fakeDelivery(body))

async function reportTo(caller: Caller): Promise<OperatorReport> {
  const { status, body, text } = await caller.get('/api/operator')
  assert.equal(status, 200, text)
  return body
}
const connectionTo = async (caller: Caller) => (await reportTo(caller)).connections[0]

test('a file that several messages share is counted once', async () => {
  const before = (await reportTo(operator)).store.mediaBytes
  const files = [Buffer.from('shared by two'), Buffer.from('shared by two'), Buffer.from('of one alone')]
  for (const [index, bytes] of files.entries()) {
    const id = `shared-${index}`
    await service.receive([message('C1', service.clock.now, { id, from: 'U-owner', content: { type: 'image' } })])
    await service.storeMedia('C1', id, bytes)
  }
  service.clock.now += 60_000
  const { media, store } = await reportTo(operator)
  assert.deepEqual([media.stored, store.mediaBytes - before], [3, 'shared by two'.length + 'of one alone'.length])
})

describe('operator rights', () => {
  test('are reported, and apply to a sign-in but not to another key', async () => {
    assert.equal((await operator.get('/api/me')).body.isOperator, true)
    const browser = openBrowser(service)
    const headers = { authorization: operator.authorization ?? '' }
    assert.equal((await browser.request('POST', '/api/sign-ins', { headers })).status, 201)
    assert.equal((await browser.get('/api/me')).body.isOperator, true)
    assert.equal((await browser.get('/api/operator')).status, 200)

    for (const maker of [operator, browser]) {
      const { body } = await maker.post('/api/keys', {})
      const child = service.callerWith(`Bearer ${body.key}`)
      assert.equal((await child.get('/api/me')).body.isOperator, false)
      assert.equal((await child.get('/api/operator')).status, 403)
    }
  })

  test('end with the key', async () => {
    const short = await service.caller('U-short', { isOperator: true })
    const { body } = await short.get('/api/me')
    assert.equal((await short.delete(`/api/keys/${body.key.id}`)).status, 200)
    assert.equal((await short.get('/api/operator')).status, 401)
  })
})

test('connections show what their webhooks did, even after a restart', async () => {
  const fresh = await connectionTo(operator)
  assert.deepEqual([fresh?.platform, fresh?.lastWebhookAt, fresh?.redelivery], [fakePlatform, null, 'unknown'])

  const at = service.clock.now
  await deliver({ events: [] })
  assert.deepEqual(
    [(await connectionTo(operator))?.lastWebhookAt, (await connectionTo(operator))?.lastEventAt],
    [stamp(at), null],
  )
  service.clock.now = at + 10_000
  const events = [message('C1', at, { from: 'U-owner' })]
  await deliver({ events })
  assert.equal((await connectionTo(operator))?.redelivery, 'unknown', 'nothing was redelivered yet')
  service.clock.now = at + 20_000
  await deliver({ events, isRedelivery: true })
  service.clock.now = at + 30_000
  const { raw } = fakeDelivery({ events })
  const forged = { raw, headers: { 'x-fake-signature': 'nonsense' } }
  assert.equal((await anonymous.request('POST', path, forged)).status, 401)
  service.clock.now = at + 40_000
  assert.equal((await deliver({ account: 'somebody-else', events })).status, 401)

  const seen = await connectionTo(operator)
  assert.deepEqual(seen, {
    platform: fakePlatform,
    accountId: 'fake-account',
    accountName: 'Fake',
    name: 'Fake',
    consoleName: 'Fake Console',
    token: 'accepted',
    lastWebhookAt: stamp(at + 20_000),
    lastEventAt: stamp(at + 20_000),
    lastSignatureFailureAt: stamp(at + 30_000),
    refusedWebhooks: 2,
    redelivery: 'on',
    lastRedeliveryAt: stamp(at + 20_000),
    unreachableSince: null,
    unreachableReason: '',
    receives: 'webhooks',
    lastPollAt: null,
    behind: null,
    lastConflictAt: null,
    missed: null,
    chatsWithHiddenMessages: 0,
  })

  const { authorization } = operator
  await service.stop()
  const again = await startService(service.config, {
    clock: () => service.clock.now,
    connectors: [createFakeConnector()],
  })
  try {
    const { token: _, ...rest } = (await connectionTo(createCaller(again.url, authorization))) ?? {}
    const { token: __, ...before } = seen ?? {}
    assert.deepEqual(rest, before)
  } finally {
    await again.stop()
  }
})

describe('a file that was given up', async () => {
  let isThere = false
  const connector: Connector = {
    ...createFakeConnector(),
    media: {
      async open() {
        if (!isThere) throw new PlatformRefusal('not-found', 'no such file (request 77)')
        const body = Readable.from([Buffer.from('bytes')])
        return { state: 'ready', body, contentType: 'image/png', sizeBytes: 5 }
      },
    },
  }
  const fresh = await startTestService({}, { connectors: [connector] })
  const keeper = await fresh.caller('U-operator', { isOperator: true })
  const owner = await fresh.caller('U-owner')
  const file = '/api/channels/C1/backup/media/m-image'
  const added = message('C1', fresh.clock.now, { from: 'U-owner' })
  const image = message('C1', fresh.clock.now, { id: 'm-image', content: { type: 'image' } })
  const send = (events: FakeBody['events']) =>
    fresh.callerWith(undefined).request('POST', path, fakeDelivery({ events }))
  await send([added])
  await fresh.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  await send([{ ...image, hasFile: true }])
  const buried = await until(async () =>
    (await reportTo(keeper)).jobs.buried.find(({ kind }) => kind === 'fetch-media'),
  )

  test('is reported with its reason and counted as lost', async () => {
    fresh.clock.now += 61_000
    const { jobs, media } = await reportTo(keeper)
    assert.deepEqual([buried.channelId, buried.canRetry], ['C1', true])
    assert.equal(buried.reason, 'the platform refused: no such file (request 77)')
    assert.equal(jobs.kinds.find(({ kind }) => kind === 'fetch-media')?.buried, 1)
    const reason = 'the platform refused: no such file'
    assert.deepEqual(media, { stored: 0, waiting: 0, lost: 1, lostReasons: [{ reason, count: 1 }] })
  })

  test('arrives after all when its job is retried, which the audit log shows', async () => {
    const retry = `/api/operator/jobs/${buried.id}/retry`
    isThere = true
    assert.equal((await owner.post(retry)).status, 403)
    assert.match((await owner.get(file)).body.error, /^Media lost/, 'control: there was no retry yet')
    assert.equal((await keeper.post(retry)).status, 200)
    const { body } = await owner.get('/api/channels/C1/audit')
    const { action, actor, target, detail } = body.entries[0]
    assert.deepEqual([action, actor, target, detail], ['job.retried', 'U-operator', buried.id, { kind: 'fetch-media' }])
    const got = await until(async () => {
      const answer = await owner.get(file)
      return answer.status === 200 ? answer : undefined
    })
    assert.equal(got.text, 'bytes')
    assert.equal((await keeper.post(retry)).status, 404, 'the job no longer exists')
  })

  test('cannot be retried with any other job id', async () => {
    for (const jobId of ['0', '999999', 'x', '1e3', '-1', '9'.repeat(30)]) {
      const { status, body } = await keeper.post(`/api/operator/jobs/${jobId}/retry`)
      assert.deepEqual([status, body], [404, { error: 'Job not found' }], jobId)
    }
  })
})

test('the operator sees no text, no name and no secret of a channel', async () => {
  const fresh = await startTestService()
  const keeper = await fresh.caller('U-keeper', { isOperator: true, name: 'canary-key-name' })
  await fresh.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  const at = fresh.clock.now
  const canary = 'canary'
  await fresh.receive([
    { ...message('C1', at, { id: 'm1', name: 'canary-person', content: { type: 'text', text: 'canary-text' } }) },
    { ...message('C1', at, { content: { type: 'file', fileName: 'canary-file.pdf', fileSize: 3 } }), hasFile: true },
  ])
  const owner = await fresh.caller('U-owner')
  const rule = { keywords: ['canary-word'], question: 'canary-question', answer: 'canary-answer' }
  assert.equal((await owner.post('/api/channels/C1/assistant/qa', rule)).status, 201)
  const unread = [{ at, reason: 'nobody knows this kind', raw: '{"text":"canary-unread"}', eventId: 'e-odd' }]
  await fresh.store.write<'receive-events'>({ kind: 'receive-events', at, platform: 'test', events: [], unread })
  // The platform of this channel isn't connected, so the job is tried a few times before it is given up.
  const report = await until(async () => {
    fresh.clock.now += 1_000
    const found = await keeper.get('/api/operator')
    return found.body.jobs.buried.length > 0 && found.body.unreadEvents > 0 ? found : undefined
  })
  assert.equal(report.text.includes(canary), false, report.text)
  const control = await owner.get('/api/channels/C1/backup/messages')
  assert.ok(control.text.includes(canary), 'control: it is there for people who can read it')
})

async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 400; tries++) {
    const found = await read()
    if (found !== undefined) return found
    await pause(25)
  }
  throw new Error('Timed out')
}

function stamp(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}
