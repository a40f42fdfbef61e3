import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { type BucketLocation, readBucketLocation } from '../../../src/domain/storage/bucket-location.ts'

/** What is answered at the door instead of what the bucket says; or after how many bytes of its answer the line goes dead. */
export type Fault = { status: number; code?: string; body?: string } | { cutAfter: number } | undefined

export type Asked = { method: string; path: string; headers: IncomingMessage['headers'] }

/** A bucket of its own, behind a door of its own at which it can be made to fail. */
export type TestBucket = {
  /** As an operator writes it; further parameters may be added. */
  url: string
  location: BucketLocation
  /** All settings of it. */
  env: Record<string, string>
  /** Names of all objects, without the mark. */
  list(): Promise<string[]>
  read(key: string): Promise<string>
  write(key: string, text: string): Promise<void>
  /** From now on every connection is cut, until it is up again. */
  goDown(): void
  comeUp(): void
  /** How many connections were cut. */
  cuts(): number
  /** Decides for each question what is answered instead. */
  decide(fault: (asked: Asked) => Fault): void
  asked: Asked[]
  /** Bytes of answers that went through the door. */
  passed(): { bytes: number }
  /** Answers nothing at all, until it is up again. */
  fallSilent(): void
  /** How many answers are on their way at this moment. */
  underWay(): number
}

export const testKeys = { accessKeyId: 'test-key', secretAccessKey: 'canary-secret' }

let running: Promise<FauxqsServer> | undefined
const doors = new Set<Server>()
after(async () => {
  for (const door of doors) {
    door.close()
    door.closeAllConnections()
  }
  if (running) await (await running).stop()
})

/** On the one server of this test process, which is started with the first bucket. */
export async function openBucket(): Promise<TestBucket> {
  running ??= startFauxqs({ port: 0, logger: false })
  const server = await running
  const bucket = `inn-${randomUUID()}`
  server.createBucket(bucket)
  const asked: Asked[] = []
  const passed = { bytes: 0 }
  let underWay = 0
  let isDown = false
  let isSilent = false
  let cuts = 0
  let fault: (asked: Asked) => Fault = () => undefined

  const door = createServer((from, to) => {
    const question = { method: from.method ?? '', path: from.url ?? '', headers: from.headers }
    asked.push(question)
    underWay++
    to.once('close', () => underWay--)
    if (isSilent) return
    const instead = fault(question)
    if (instead && 'status' in instead) refuse(from, to, instead)
    else void forward(from, to, instead?.cutAfter)
  })
  door.on('connection', (socket) => {
    if (!isDown) return
    cuts++
    socket.destroy()
  })
  doors.add(door)
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const { port } = door.address() as AddressInfo

  async function forward(
    from: IncomingMessage,
    to: ServerResponse,
    cutAfter = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    const body = await buffer(from).catch(() => undefined)
    if (!body) return
    const said = from.headers['content-md5']
    if (from.method === 'PUT' && said !== createHash('md5').update(body).digest('base64')) {
      return refuse(from, to, { status: 400, code: 'BadDigest' })
    }
    const { method, url: path, headers } = from
    const behind = request({ host: '127.0.0.1', port: server.port, method, path, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 500, answer.headers)
      let sent = 0
      answer.on('data', (chunk: Buffer) => {
        passed.bytes += chunk.length
        sent += chunk.length
        if (sent > cutAfter) to.destroy()
      })
      answer.pipe(to)
    })
    behind.on('error', () => to.destroy())
    to.once('close', () => behind.destroy())
    behind.end(body)
  }

  const direct = async (method: string, path: string, text?: string) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/${bucket}${path}`, {
      method,
      ...(text && { body: text }),
    })
    return await answer.text()
  }
  const url = `s3://${bucket}?endpoint=http://127.0.0.1:${port}`
  const location = readBucketLocation(url)
  if (!location) throw new Error(`${url} is no location`)
  return {
    url,
    location: location,
    env: {
      INNKEEPER_MEDIA_URL: url,
      INNKEEPER_S3_ACCESS_KEY_ID: testKeys.accessKeyId,
      INNKEEPER_S3_SECRET_ACCESS_KEY: testKeys.secretAccessKey,
    },
    async list() {
      const text = await direct('GET', '?list-type=2')
      return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)]
        .map(([, key = '']) => key)
        .filter((key) => !key.endsWith('innkeeper-instance'))
    },
    read: (key) => direct('GET', `/${key}`),
    async write(key, text) {
      await direct('PUT', `/${key}`, text)
    },
    goDown() {
      isDown = true
      door.closeAllConnections()
    },
    fallSilent() {
      isSilent = true
    },
    comeUp() {
      isDown = false
      isSilent = false
      door.closeAllConnections()
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
