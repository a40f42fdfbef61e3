import type { IncomingMessage } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { isAllowedHost } from '../../domain/notifications/alerts/allowed-host.ts'
import { type Guard, NotAllowed, startRequest, systemResolver } from './guarded-request.ts'
import { isMetadataAddress, isPublicAddress } from './public-address.ts'

export type SignedRequestOptions = Partial<Guard> & {
  timeLimitMs?: number
  /** Certificates to trust instead of those of well-known authorities. */
  ca?: string
}

/** `secrets`: each signs, so that a receiver can know either of two. `allow`: hosts that can have an address that isn't public. */
export type SignedRequest = {
  url: string
  id: string
  body: string
  secrets: readonly string[]
  at: number
  allow: readonly string[]
}

/**
 * Sends what Standard Webhooks defines. Only public addresses are contacted, and those of hosts that the operator allowed, which can also
 * be reached without encryption. Redirects aren't followed.
 */
export function postSigned(
  { url: text, id, body, secrets, at, allow }: SignedRequest,
  { isAllowed = isPublicAddress, resolve = systemResolver, ca }: SignedRequestOptions,
  limit: AbortSignal,
): Promise<IncomingMessage> {
  const url = new URL(text)
  const isOwn = isAllowedHost(url, allow)
  if (url.protocol !== 'https:' && !isOwn) return Promise.reject(new NotAllowed())
  const guard = {
    resolve,
    isAllowed: (address: string) => (isOwn ? !isMetadataAddress(address) : isAllowed(address)),
  }
  const sentAt = new Date(at)
  return startRequest(url, guard, limit, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body)).join(' '),
    },
    body: Buffer.from(body),
    ca,
  })
}

/** What kind of failure it is, by the error's code. Its message may contain the address behind the name. */
export function failureOf(error: unknown): {
  kind: 'not-allowed' | 'not-found' | 'certificate' | 'unreachable'
  code: string
} {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof NotAllowed) return { kind: 'not-allowed', code }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { kind: 'not-found', code }
  return { kind: /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? 'certificate' : 'unreachable', code }
}
