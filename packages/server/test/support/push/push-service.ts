import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { PushSenderOptions } from '../../../src/adapters/web/push-sender.ts'
import type { Notification } from '../../../src/ports/notifications.ts'
import { createCertificate } from '../../process/certificate.ts'
import { eventually } from '../eventually.ts'

/** A notification as the browser receives it, and what the push service learned about who sent it. */
export type Pushed = { browser: string; notification: Notification; serverKey: string; audience: string; bytes: number }

/** A browser that can decrypt what was sent to it. */
export type PushedBrowser = { name: string; body: { endpoint: string; p256dh: string; auth: string } }

/**
 * A push service on loopback, over HTTPS. It rejects what isn't signed (RFC 8292), and decrypts what it gets (RFC 8291), which a real
 * one can't.
 */
export type PushService = {
  origin: string
  /** How the service under test reaches it. */
  options: PushSenderOptions & { ports: number[] }
  pushed: Pushed[]
  /** Status of the next responses, by the name of the browser; 201 if unset. */
  answers: Map<string, number>
  attempts: string[]
  subscribe(name: string): PushedBrowser
  /** Resolves when at least this many were accepted, or when what was accepted is as expected. */
  until(wanted: number | ((pushed: Pushed[]) => boolean)): Promise<Pushed[]>
  /** Resolves when at least this many were attempted, accepted or not. */
  untilAttempts(count: number): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const { cert, key } = createCertificate({ domain: 'push.example' })
  const secrets = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
  const server = createServer({ cert, key })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const name = (request.url ?? '').slice('/send/'.length)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    service.attempts.push(name)
    const status = service.answers.get(name) ?? 201
    const browser = secrets.get(name)
    const sender = readSender(request.headers.authorization ?? '')
    if (status === 201 && browser && sender) {
      const body = Buffer.concat(parts)
      const notification = JSON.parse(decrypt(body, browser).toString())
      service.pushed.push({ browser: name, notification, ...sender, bytes: body.length })
    }
    response.writeHead(sender ? status : 403).end()
  }
  server.on('request', (request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const service: PushService = {
    origin: `https://push.example:${port}`,
    options: {
      ports: [port],
      ca: cert,
      isAllowed: (address) => address === '127.0.0.1',
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    },
    pushed: [],
    answers: new Map(),
    attempts: [],
    subscribe(name) {
      const ecdh = createECDH('prime256v1')
      const auth = randomBytes(16)
      secrets.set(name, { ecdh, auth })
      const p256dh = ecdh.generateKeys().toString('base64url')
      const endpoint = `${service.origin}/send/${name}`
      return { name, body: { endpoint, p256dh, auth: auth.toString('base64url') } }
    },
    async until(wanted) {
      const isDone = typeof wanted === 'number' ? (all: Pushed[]) => all.length >= wanted : wanted
      return await eventually(() => service.pushed, isDone)
    },
    async untilAttempts(count) {
      await eventually(
        () => service.attempts,
        (all) => all.length >= count,
      )
    },
  }
  return service
}

/** Undefined if the signature is missing or wrong, or the token has expired. */
function readSender(authorization: string): { serverKey: string; audience: string } | undefined {
  const [, token = '', serverKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(serverKey, 'base64url')
  if (point.length !== 65) return undefined
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const signed = Buffer.from(`${head}.${claims}`)
  const proof = { key, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', signed, proof, Buffer.from(signature, 'base64url'))) return undefined
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const left = exp - Date.now() / 1000
  if (left <= 0 || left > 24 * 60 * 60 || !/^(https:\/\/|mailto:)/.test(sub)) return undefined
  return { serverKey, audience: aud }
}

/** The content encoding aes128gcm with one record. */
function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }): Buffer {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const derive = (secret: Buffer, saltOf: Buffer, about: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, saltOf, about, length))
  const secret = derive(ecdh.computeSecret(senderKey), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}
