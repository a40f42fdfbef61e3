import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createMediaBytes } from '@innkeeper/testdata'
import { deleteExpired } from '../../../src/actions/storage/housekeeping/delete-expired.ts'
import type { Connector, IncomingEvent } from '../../../src/ports/connector.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { listMediaFiles } from '../../support/hostile/remains.ts'
import { createFakeConnector } from '../../support/line/fake-platform.ts'
import { openBucket, type TestBucket, testKeys } from '../../support/process/s3.ts'
import { isSoak } from '../../support/soak.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

const dayMs = 86_400_000
const media = '/api/channels/C1/backup/media'

describe('A service with a bucket', () => {
  test('serves files whole and in parts, and keeps none of them on its own disk', async () => {
    const { service, bucket, owner } = await openWithBucket()
    const bytes = randomBytes(300_000)
    await storeFile(service, 'm1', bytes)
    const whole = await owner.get(`${media}/m1`)
    assert.equal(whole.status, 200)
    assert.ok(whole.bytes.equals(bytes))
    const part = await owner.get(`${media}/m1`, { headers: { range: 'bytes=1000-1999' } })
    assert.equal(part.status, 206)
    assert.ok(part.bytes.equals(bytes.subarray(1000, 2000)))
    assert.equal((await owner.get(`${media}/m1`, { headers: { 'if-none-match': '*' } })).status, 304)
    assert.equal((await bucket.list()).length, 1)
    assert.deepEqual(existsSync(join(service.dataDir, 'media')) ? listMediaFiles(service.dataDir) : [], [])
  })

  test('redirects callers who ask for it to the bucket, for a few minutes, with the same headers, and nobody else', async () => {
    const { service, bucket, owner } = await openWithBucket()
    const bytes = randomBytes(5_000)
    await storeFile(service, '議事録', bytes)
    const path = `${media}/${encodeURIComponent('議事録')}`
    const plain = await owner.get(path)
    assert.equal(plain.status, 200)
    const led = await owner.get(`${path}?redirect=1`)
    assert.equal(led.status, 302)
    assert.equal(led.headers.get('cache-control'), 'private, no-store')
    const address = new URL(led.headers.get('location') ?? '')
    assert.equal(address.origin, bucket.location.endpoint)
    const { searchParams } = address
    assert.equal(searchParams.get('X-Amz-Expires'), '300')
    assert.equal(searchParams.get('response-content-type'), plain.headers.get('content-type'))
    assert.equal(searchParams.get('response-content-disposition'), plain.headers.get('content-disposition'))
    assert.doesNotMatch(address.href, new RegExp(testKeys.secretAccessKey))
    const fetched = await fetch(address, { headers: { range: 'bytes=10-19' } })
    assert.equal(fetched.status, 206)
    assert.ok(Buffer.from(await fetched.arrayBuffer()).equals(bytes.subarray(10, 20)))

    assert.equal((await owner.request('HEAD', `${path}?redirect=1`)).status, 200)
    const known = { 'if-none-match': plain.headers.get('etag') ?? '' }
    assert.equal((await owner.get(`${path}?redirect=1`, { headers: known })).status, 304)
    assert.equal((await owner.get(`${path}?redirect=0`)).status, 400)
    const stranger = await service.caller('U-stranger')
    assert.equal((await stranger.get(`${path}?redirect=1`)).status, 403)
    assert.equal((await owner.get(`${media}/nothing?redirect=1`)).status, 404)
  })

  test('a caller who asks for a redirect gets the file itself when files are stored in a folder', async () => {
    const service = await startTestService({ INNKEEPER_MEDIA_URL: '' })
    await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
    await storeFile(service, 'm1', Buffer.from('here'))
    const { status, text } = await (await service.caller('U-owner')).get(`${media}/m1?redirect=1`)
    assert.deepEqual([status, text], [200, 'here'])
  })

  test('makes previews of files in the bucket and stores them next to the files', async () => {
    const { service, bucket, owner } = await openWithBucket()
    const picture = createMediaBytes({ seed: '1', language: 'en', messageId: 'm1', content: { type: 'image' } })
    await service.receive([message('C1', service.clock.now, { id: 'm1', content: { type: 'image' } })])
    await service.storeMedia('C1', 'm1', picture)
    await until(async () => (await owner.get(`${media}/m1/preview`)).status === 200)
    assert.equal((await owner.get(`${media}/m1/view`)).headers.get('content-type'), 'image/png')
    assert.equal((await bucket.list()).length, 2)
  })

  test('deletes a file from the bucket when its message is unsent or expires, or its channel is erased', async () => {
    const { service, bucket, owner } = await openWithBucket()
    for (const id of ['unsent', 'old']) await storeFile(service, id, Buffer.from(`bytes of ${id}`))
    service.clock.now += 3 * dayMs
    await storeFile(service, 'young', Buffer.from('bytes of young'))
    assert.equal((await bucket.list()).length, 3)
    await service.receive([unsent('C1', service.clock.now, 'unsent')])
    await until(async () => (await bucket.list()).length === 2)
    assert.equal((await owner.put('/api/channels/C1/settings', { retentionDays: 2 })).status, 200)
    const deps = { store: service.store, clock: () => service.clock.now, retentionCeilingDays: null, log: quiet }
    await deleteExpired(deps, new AbortController().signal)
    await until(async () => (await bucket.list()).length === 1)
    assert.equal((await owner.get(`${media}/young`)).status, 200)
    const erased = await owner.delete('/api/channels/C1', { confirm: 'Group C1' })
    assert.equal(erased.status, 200, erased.text)
    await until(async () => (await bucket.list()).length === 0)
  })

  test('loses nothing while the bucket is down: downloads wait, reads say so, deletions happen later', async () => {
    const sent = new Map(Array.from({ length: 3 }, (_, index) => [`f${index}`, randomBytes(5_000 + index)]))
    const opened: string[] = []
    const { service, bucket, owner } = await openWithBucket(withFiles(sent, opened))
    await storeFile(service, 'kept', Buffer.from('was there before'))
    await storeFile(service, 'gone', Buffer.from('is unsent meanwhile'))

    bucket.goDown()
    await service.receive([...arrivals(service, sent), unsent('C1', service.clock.now, 'gone')])
    await until(async () => {
      service.clock.now += 10_000
      return bucket.cuts() > 40
    })
    const tried = await service.environment.withSql((sql) =>
      sql.get<{ attempts: number }>("select max(attempts) as attempts from jobs where kind = 'fetch-media'"),
    )
    assert.ok(Number(tried?.attempts) <= 1, 'at most the attempt under way is counted')
    assert.deepEqual(opened, [], 'nothing was fetched that could not be stored')
    const refused = await owner.get(`${media}/kept`)
    assert.equal(refused.status, 503)
    assert.match(refused.body.error, /^Service unavailable: the media store does not respond correctly \(/)
    assert.equal(refused.headers.get('retry-after'), '5')
    assert.deepEqual((await owner.get(`${media}/f0`)).body, { error: 'Media not available yet' })
    await until(async () => {
      const ready = await owner.get('/ready')
      assert.equal(ready.status, 200)
      return /media store does not respond .* none are lost/.test(ready.body.warnings.join())
    })

    if (isSoak) await pause(60_000)
    bucket.comeUp()
    for (const [id, bytes] of sent) {
      await until(async () => {
        service.clock.now += 10_000
        return (await owner.get(`${media}/${id}`)).status === 200
      })
      assert.ok((await owner.get(`${media}/${id}`)).bytes.equals(bytes))
    }
    await until(async () => (await bucket.list()).length === sent.size + 1)
    assert.deepEqual(opened.toSorted(), [...sent.keys()].toSorted(), 'each was fetched once')
    assert.equal((await owner.get(`${media}/kept`)).status, 200)
    assert.deepEqual(await service.store.listBuriedJobs(10), [])
    assert.deepEqual((await owner.get('/ready')).body.warnings, [])
  })

  test('keeps working with a bucket that fails some uploads', async () => {
    const sent = new Map(Array.from({ length: 6 }, (_, index) => [`f${index}`, randomBytes(50_000)]))
    const { service, bucket, owner } = await openWithBucket(withFiles(sent, []))
    let puts = 0
    bucket.decide(({ method, path }) =>
      method === 'PUT' && path.includes('/media/') && puts++ % 5 < 4 ? { status: 503, code: 'SlowDown' } : undefined,
    )
    await service.receive(arrivals(service, sent))
    for (const [id, bytes] of sent) {
      await until(async () => {
        service.clock.now += 10_000
        return (await owner.get(`${media}/${id}`)).bytes.equals(bytes)
      })
    }
    assert.equal((await bucket.list()).length, sent.size)
    assert.deepEqual(await service.store.listBuriedJobs(10), [])
  })

  test('starts while the bucket is down, and uses it once it is up', async () => {
    const bucket = await openBucket()
    bucket.goDown()
    const sent = new Map([['f0', Buffer.from('came while it was down')]])
    const service = await startTestService(bucket.env, { connectors: [withFiles(sent, [])] })
    await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
    await service.receive(arrivals(service, sent))
    const owner = await service.caller('U-owner')
    assert.match((await owner.get('/ready')).body.warnings.join(), /media store/)
    bucket.comeUp()
    await until(async () => {
      service.clock.now += 10_000
      return (await owner.get(`${media}/f0`)).text === 'came while it was down'
    })
    assert.equal(await bucket.read('innkeeper-instance'), service.store.instance)
  })

  test('stops in time while the bucket does not respond, and catches up on deletions after the next start', async () => {
    const { service, bucket } = await openWithBucket()
    await storeFile(service, 'm1', Buffer.from('to be unsent'))
    bucket.fallSilent()
    await service.receive([unsent('C1', service.clock.now, 'm1')])
    await until(async () => bucket.asked.some(({ method }) => method === 'DELETE'))
    assert.equal((await service.store.listReleasedFiles(10)).length, 1)
    await service.stop()
    assert.equal((await bucket.list()).length, 1)
    bucket.comeUp()
    await startTestService(bucket.env, { at: service.environment })
    await until(async () => (await bucket.list()).length === 0)
  })

  test('does not start on the bucket of another Innkeeper', async () => {
    const bucket = await openBucket()
    await startTestService(bucket.env)
    await assert.rejects(startTestService(bucket.env), /contains the files of another Innkeeper/)
  })
})

const quiet = { info() {}, warn() {} }

const file = (name: string) => ({ type: 'file', fileName: `${name}.bin` }) as const

async function openWithBucket(connector?: Connector): Promise<{
  service: TestService
  bucket: TestBucket
  owner: Awaited<ReturnType<TestService['caller']>>
}> {
  const bucket = await openBucket()
  const service = await startTestService(bucket.env, connector ? { connectors: [connector] } : {})
  await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  return { service, bucket, owner: await service.caller('U-owner') }
}

/** A platform with these files. `opened` collects the ids that were requested. */
function withFiles(files: Map<string, Uint8Array>, opened: string[]): Connector {
  return {
    ...createFakeConnector(),
    platform: 'test',
    media: {
      async open({ messageId }) {
        opened.push(messageId)
        const bytes = files.get(messageId)
        if (!bytes) return { state: 'lost', reason: 'nobody sent it' }
        const body = (async function* () {
          yield bytes
        })()
        return { state: 'ready', body, contentType: 'application/octet-stream', sizeBytes: bytes.length }
      },
    },
  }
}

/** Messages whose files are on the platform. */
function arrivals(service: TestService, sent: Map<string, Uint8Array>): IncomingEvent[] {
  return [...sent.keys()].map((id) => ({
    ...message('C1', service.clock.now, { id, content: file(id) }),
    hasFile: true,
  }))
}

async function storeFile(service: TestService, id: string, bytes: Uint8Array): Promise<void> {
  await service.receive([message('C1', service.clock.now, { id, content: file(id) })])
  await service.storeMedia('C1', id, bytes)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const last = Date.now() + 60_000
  while (!(await holds())) {
    assert.ok(Date.now() < last, 'the condition never became true')
    await pause(50)
  }
}
