import { generateKeyPairSync } from 'node:crypto'
import { AuthorityRefusal, AuthorityUnreachable } from '../../domain/certificates/order-problem.ts'
import { readValidity } from '../../domain/certificates/read-certificate.ts'
import type { CertificateAuthority, PendingOrder } from '../../ports/certificates.ts'
import type { Clock } from '../../ports/clock.ts'
import {
  type AcmeSession,
  openAcmeSession,
  pause,
  type Resource,
  readAuthorityTime,
  toRefusal,
} from './acme-session.ts'
import { createSigningRequest } from './signing-request.ts'

type Options = {
  domain: string
  email: string
  directory: string
  readAccountKey: () => string
  /** What to answer at `/.well-known/acme-challenge/<token>`, filled while the authority checks. */
  answers: Map<string, string>
  clock: Clock
}

type Order = PendingOrder & { resource: Resource }

const longestOrderMs = 5 * 60_000

/** A certificate authority that speaks ACME (RFC 8555). The domain is proven by an answer over plain HTTP (`http-01`). */
export function createAcmeAuthority(options: Options): CertificateAuthority {
  const { domain, email, directory, readAccountKey, clock } = options
  return {
    async readClockError(signal) {
      const time = await readAuthorityTime(directory, signal)
      return time === undefined ? 0 : clock() - time
    },
    async order(pending, { save, signal: stopped }) {
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(longestOrderMs)])
      try {
        const session = await openAcmeSession({ directory, accountKey: readAccountKey(), signal })
        await session.register(email)
        const known = pending && (await findOrder(session, pending))
        const order = known ?? (await beginOrder(session, domain))
        if (!known) save({ url: order.url, key: order.key })
        return await finishOrder(session, order, { ...options, signal })
      } catch (error) {
        stopped.throwIfAborted()
        if (signal.aborted) throw new AuthorityUnreachable(`no certificate within ${longestOrderMs / 60_000} minutes`)
        throw error
      }
    },
  }
}

/** Errors that say nothing about the order. */
const passing = new Set(['rateLimited', 'serverInternal'])

/** Undefined if the authority no longer knows it, or it failed. */
async function findOrder(session: AcmeSession, { url, key }: PendingOrder): Promise<Order | undefined> {
  try {
    const resource = await session.get(url)
    return resource.body.status === 'invalid' ? undefined : { url, key, resource }
  } catch (error) {
    const isGone = error instanceof AuthorityRefusal && !passing.has(error.kind)
    if (isGone) return undefined
    throw error
  }
}

async function beginOrder(session: AcmeSession, domain: string): Promise<Order> {
  const resource = await session.newOrder({ identifiers: [{ type: 'dns', value: domain }] })
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { url: resource.url, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, resource }
}

type Finishing = Pick<Options, 'domain' | 'answers'> & { signal: AbortSignal }

/** Does what the order's status asks for, until there is a certificate. */
async function finishOrder(session: AcmeSession, { url, key, resource: first }: Order, options: Finishing) {
  const { domain, signal } = options
  let order = first
  for (;;) {
    switch (order.body.status) {
      case 'pending':
        for (const place of textsIn(order.body.authorizations)) await prove(session, place, options)
        break
      case 'ready': {
        const csr = createSigningRequest(domain, key).toString('base64url')
        await session.post(textIn(order.body, 'finalize'), { csr })
        break
      }
      case 'processing':
        await pause(order, signal)
        break
      case 'valid': {
        const certificate = { key, chain: (await session.get(textIn(order.body, 'certificate'))).text }
        if (readValidity(domain, certificate)) return certificate
        throw new AuthorityUnreachable('its certificate does not fit the domain or the key')
      }
      default:
        throw toRefusal(objectIn(order.body, 'error'))
    }
    order = await session.get(url)
  }
}

/** Answers the authority's check of the domain, and waits for its outcome. */
async function prove(session: AcmeSession, place: string, { answers, signal }: Finishing): Promise<void> {
  let authorization = await session.get(place)
  const challenge = findChallenge(authorization)
  if (authorization.body.status === 'pending' && challenge) {
    const token = textIn(challenge, 'token')
    answers.set(token, await session.answerTo(token))
    try {
      // It was already announced if an earlier run of the service began this order.
      if (challenge.status === 'pending') await session.post(textIn(challenge, 'url'), {})
      do {
        await pause(authorization, signal)
        authorization = await session.get(place)
      } while (authorization.body.status === 'pending')
    } finally {
      answers.delete(token)
    }
  }
  if (authorization.body.status === 'valid') return
  const reason = findChallenge(authorization)
  if (reason) throw toRefusal(objectIn(reason, 'error'))
  throw new AuthorityUnreachable('it does not offer to check the domain over HTTP')
}

function findChallenge({ body: { challenges } }: Resource): Record<string, unknown> | undefined {
  const list: unknown[] = Array.isArray(challenges) ? challenges : []
  return list.find((one): one is Record<string, unknown> => isObject(one) && one.type === 'http-01')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function objectIn(body: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = body[name]
  return isObject(value) ? value : {}
}

function textIn(body: Record<string, unknown>, name: string): string {
  const value = body[name]
  if (typeof value === 'string') return value
  throw new AuthorityUnreachable(`its answer has no ${name}`)
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
