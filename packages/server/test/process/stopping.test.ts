import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { issueKey } from '../../src/actions/storage/operator.ts'
import { hashToken } from '../../src/domain/accounts/token.ts'
import type { BlobStore } from '../../src/ports/storage/blob-store.ts'
import type { Store } from '../../src/ports/store.ts'
import { seedChannel } from '../store/seed-channel.ts'
import { message } from '../support/content/events.ts'
import { newFolder, serve, withData } from '../support/process/process.ts'
import { isSoak } from '../support/soak.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
/** Writes acknowledged before the signal. */
const writes = isSoak ? 200 : 80
const unlimited = { INNKEEPER_RATE_LIMIT: '0' }

/** Too large for the network buffers. */
const largeFile = randomBytes(40 * 1024 * 1024)

/** A service with a channel, its owner's key and, by default, a large file. */
async function startSeeded({ hasFile = true } = {}) {
  const dataDir = newFolder()
  const { key } = await withData(dataDir, async ({ store, blobs }) => {
    await seedChannel(store, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
    if (hasFile) await storeLargeFile(store, blobs)
    return await issueKey({ store, clock: Date.now }, { userId: 'U1', name: '', scope: 'full', expiresAt: null })
  })
  const service = await serve(dataDir, { env: unlimited })
  const headers = { authorization: `Bearer ${key}` }
  const download = async () => {
    const [answer]: IncomingMessage[] = await once(
      get(`${service.url}/api/channels/C1/backup/media/m1`, { headers, agent: false }),
      'response',
    )
    assert.equal(answer?.statusCode, 200)
    return answer
  }
  /** The questions of all stored rules. */
  const questions = () =>
    withData(dataDir, async ({ store }) => {
      const channelNo = (await store.findAccess(hashToken(key), 'C1'))?.channel?.channelNo
      assert.ok(channelNo !== undefined)
      return (await store.listRules(channelNo, undefined)).map(({ rule }) => rule.question)
    })
  return { dataDir, service, headers, download, questions }
}

async function storeLargeFile(store: Store, blobs: BlobStore): Promise<void> {
  const events = [message('C1', noon, { id: 'm1', from: 'U1', content: { type: 'video' } })]
  await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
  const file = await blobs.put(
    (async function* () {
      yield largeFile
    })(),
  )
  await store.write<'store-media'>({ kind: 'store-media', at: 0, channelId: 'C1', messageId: 'm1', ...file })
}

const ruleBody = (question: string) => JSON.stringify({ keywords: [question], question, answer: 'Yes' })

describe('a service that is stopped', { concurrency: 3 }, () => {
  test('finishes a download and a half-sent request after SIGTERM, and exits with code 0', async () => {
    const { service, headers, download, questions } = await startSeeded()
    const answer = await download()
    const body = ruleBody('half-sent')
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    const head = [
      'POST /api/channels/C1/assistant/qa HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: ${headers.authorization}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`)
    // Once another connection is answered, the head above has been read.
    await fetch(`${service.url}/health`)

    void service.stop('SIGTERM')
    await refused(service.url)
    socket.write(body.slice(10))
    const answered = Buffer.concat(await socket.toArray()).toString()
    assert.match(answered, /^HTTP\/1\.1 201 Created\r\n/)
    // The connection was not closed by force, which would have cut the download too.
    const hash = createHash('sha256')
    for await (const chunk of answer ?? []) hash.update(chunk)
    assert.equal(hash.digest('hex'), createHash('sha256').update(largeFile).digest('hex'))
    assert.deepEqual((await service.ended).code, 0)
    assert.deepEqual(await questions(), ['half-sent'])
  })

  test('loses no acknowledged write on SIGTERM, while clients write over keep-alive connections', async () => {
    const { service, headers, questions } = await startSeeded({ hasFile: false })
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const acknowledged: string[] = []
    const others: number[] = []
    const client = async (name: number) => {
      for (let count = 0; ; count++) {
        const question = `Q${name}.${count}`
        const status = await post(`${service.url}/api/channels/C1/assistant/qa`, headers, agent, ruleBody(question))
        if (status === undefined) return
        if (status === 201) acknowledged.push(question)
        else others.push(status)
        if (acknowledged.length === writes) void service.stop('SIGTERM')
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, name) => client(name)))
    agent.destroy()
    assert.equal((await service.ended).code, 0)
    assert.deepEqual(others, [], 'every answer is a success')
    assert.ok(acknowledged.length >= writes)
    const stored = await questions()
    assert.equal(new Set(stored).size, stored.length)
    const lost = acknowledged.filter((question) => !stored.includes(question))
    assert.deepEqual(lost, [])
  })

  test('does not wait forever for a client that never reads its download', { timeout: 60_000 }, async () => {
    const { service, download } = await startSeeded()
    const answer = await download()
    answer?.on('error', () => {})
    assert.equal((await service.stop('SIGTERM')).code, 0)
    answer?.destroy()
  })

  test('disconnects watchers at once, and counts requests although it stops at once', async () => {
    const { dataDir, service, headers } = await startSeeded({ hasFile: false })
    for (let count = 0; count < 3; count++) {
      assert.equal((await fetch(`${service.url}/api/me`, { headers })).status, 200)
    }
    const answer = await fetch(`${service.url}/api/channels/C1/events`, { headers })
    assert.equal(answer.headers.get('content-type'), 'text/event-stream')
    void service.stop('SIGTERM')
    // The response ended properly: reading a cut connection would fail.
    assert.match(await answer.text(), /^retry: \d+\n\nid: \d+\n\n$/)
    assert.equal((await service.ended).code, 0)
    const days = await withData(dataDir, ({ store }) =>
      store.listRequestsOf('U1', { from: '2000-01-01', to: '2999-12-31' }),
    )
    assert.equal(
      days.reduce((sum, { count }) => sum + count, 0),
      4,
    )
  })

  test('does not wait after a second signal', async () => {
    const { service, download } = await startSeeded()
    const answer = await download()
    answer?.on('error', () => {})
    void service.stop('SIGINT')
    await refused(service.url)
    assert.equal((await service.stop('SIGINT')).code, 1)
    answer?.destroy()
  })
})

/** Waits until the service refuses connections, which means that it is stopping. */
async function refused(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  for (;;) {
    const socket = connect(Number(port), hostname)
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (!isOpen) return
  }
}

/** The status of the answer, or undefined when there was none. */
async function post(url: string, headers: Record<string, string>, agent: Agent, body: string) {
  return await new Promise<number | undefined>((resolve) => {
    const sent = request(url, { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } })
    sent.once('response', (answer) => {
      answer.resume().once('close', () => resolve(answer.complete ? answer.statusCode : undefined))
    })
    sent.once('error', () => resolve(undefined))
    sent.end(body)
  })
}
