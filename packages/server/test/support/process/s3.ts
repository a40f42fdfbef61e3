import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { buildApp } from 'fauxqs'
import { openClient } from '../../../src/adapters/s3/client.ts'
import { type BucketLocation, readBucketLocation } from '../../../src/domain/storage/bucket-location.ts'

/**
 * How the proxy fails: answers instead of the bucket, cuts the connection after this many bytes of an answer, limits how many
 * objects one answer lists, or passes the request on only later.
 */
export type Fault =
  | { status: number; code?: string; body?: string }
  | { cutAfter: number }
  | { pageSize: number }
  | { after: Promise<unknown> }
  | undefined

export type Asked = { method: string; path: string; headers: IncomingMessage['headers'] }

/** A new bucket behind its own proxy, which can be made to fail. */
export type TestBucket = {
  /** As an operator writes it. More parameters can be appended. */
  url: string
  location: BucketLocation
  /** All settings for it. */
  env: Record<string, string>
  /** Names of all objects, except the one that identifies the instance. */
  list(): Promise<string[]>
  read(key: string): Promise<string>
  write(key: string, text: string): Promise<void>
  /** Cuts every connection until `comeUp`. */
  goDown(): void
  comeUp(): void
  /** How many connections were cut. */
  cuts(): number
  /** Decides for each request how it fails. */
  decide(fault: (asked: Asked) => Fault): void
  asked: Asked[]
  /** Bytes of answers that went through the proxy. */
  passed(): { bytes: number }
  /** Stops answering until `comeUp`. */
  fallSilent(): void
  /** How many answers are in progress. */
  underWay(): number
}

/** An account and a user, as Swift wants it. */
export const testKeys = { accessKeyId: 'test:key', secretAccessKey: 'canary-secret' }

/** One for all buckets of this process. Doesn't keep the process alive. */
let starting: Promise<number> | undefined

/** The address of another server to test with; see `s3-commands.test.ts`. */
const otherServer = process.env.INNKEEPER_TEST_S3

async function startServer(): Promise<number> {
  if (otherServer !== undefined) return Number(new URL(otherServer).port)
  const app = buildApp({ logger: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  app.server.unref()
  // Its clients' keep-alive connections don't either.
  app.server.on('connection', (socket) => socket.unref())
  return (app.server.address() as AddressInfo).port
}

/** The first bucket starts the server. */
export async function openBucket(): Promise<TestBucket> {
  starting ??= startServer()
  const serverPort = await starting
  const bucket = `innkeeper-${randomUUID()}`
  const asked: Asked[] = []
  const passed = { bytes: 0 }
  let underWay = 0
  let isDown = false
  let isSilent = false
  let cuts = 0
  let fault: (asked: Asked) => Fault = () => undefined

  const proxy = createServer((from, to) => {
    const question = { method: from.method ?? '', path: from.url ?? '', headers: from.headers }
    asked.push(question)
    underWay++
    to.once('close', () => underWay--)
    if (isSilent) return
    const instead = fault(question)
    if (instead && 'status' in instead) refuse(from, to, instead)
    else if (instead && 'after' in instead) void instead.after.then(() => forward(from, to))
    else void forward(from, to, instead)
  })
  proxy.on('connection', (socket) => {
    socket.unref()
    if (!isDown) return
    cuts++
    socket.destroy()
  })
  await new Promise<void>((resolve) => proxy.unref().listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo

  async function forward(
    from: IncomingMessage,
    to: ServerResponse,
    limits: { cutAfter?: number; pageSize?: number } = {},
  ): Promise<void> {
    const { cutAfter = Number.POSITIVE_INFINITY, pageSize } = limits
    const body = await buffer(from).catch(() => undefined)
    if (!body) return
    const expected = from.headers['content-md5']
    if (from.method === 'PUT' && expected !== createHash('md5').update(body).digest('base64')) {
      return refuse(from, to, { status: 400, code: 'BadDigest' })
    }
    const { method, url = '', headers } = from
    // A server that checks signatures would reject it. Its own pages are small.
    const path = pageSize === undefined || otherServer !== undefined ? url : `${url}&max-keys=${pageSize}`
    const behind = request({ host: '127.0.0.1', port: serverPort, method, path, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 500, answer.headers)
      if (method === 'HEAD') to.end()
      let sent = 0
      answer.on('data', (chunk: Buffer) => {
        passed.bytes += chunk.length
        sent += chunk.length
        if (sent > cutAfter) to.destroy()
      })
      answer.pipe(to)
    })
    behind.on('error', () => {
      // Swift ends responses to HEAD with an empty chunk, which they must not have.
      if (!to.writableEnded) to.destroy()
    })
    to.once('close', () => behind.destroy())
    behind.end(body)
  }

  const direct = openClient(
    { endpoint: `http://127.0.0.1:${serverPort}`, bucket, prefix: '', region: null, isPathStyle: true },
    testKeys,
    { mostSockets: 4, mostTries: 3, answerMs: 30_000 },
  )
  await direct.send(new CreateBucketCommand({ Bucket: bucket }))
  const url = `s3://${bucket}?endpoint=http://127.0.0.1:${port}`
  const location = readBucketLocation(url)
  if (!location) throw new Error(`${url} is not a bucket location`)
  return {
    url,
    location: location,
    env: {
      INNKEEPER_MEDIA_URL: url,
      INNKEEPER_S3_ACCESS_KEY_ID: testKeys.accessKeyId,
      INNKEEPER_S3_SECRET_ACCESS_KEY: testKeys.secretAccessKey,
    },
    async list() {
      const keys: string[] = []
      for await (const { Contents = [] } of paginateListObjectsV2({ client: direct }, { Bucket: bucket }))
        keys.push(...Contents.map(({ Key = '' }) => Key))
      return keys.filter((key) => !key.endsWith('innkeeper-instance'))
    },
    async read(key) {
      const { Body } = await direct.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
      return (await Body?.transformToString()) ?? ''
    },
    async write(key, text) {
      await direct.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: text }))
    },
    goDown() {
      isDown = true
      proxy.closeAllConnections()
    },
    fallSilent() {
      isSilent = true
    },
    comeUp() {
      isDown = false
      isSilent = false
      proxy.closeAllConnections()
    },
    cuts: () => cuts,
    decide(next) {
      fault = next
    },
    asked,
    passed: () => passed,
    underWay: () => underWay,
  }
}

function refuse(
  from: IncomingMessage,
  to: ServerResponse,
  { status, code = 'InternalError', body }: { status: number; code?: string; body?: string },
): void {
  from.resume()
  to.writeHead(status, { 'content-type': 'application/xml' })
  to.end(
    from.method === 'HEAD'
      ? undefined
      : (body ?? `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`),
  )
}
