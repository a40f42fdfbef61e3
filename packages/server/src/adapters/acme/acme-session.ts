import { createPrivateKey, createPublicKey } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JWSHeaderParameters } from 'jose'
import { AuthorityRefusal, AuthorityUnreachable } from '../../domain/certificates/order-problem.ts'

/** A resource of the authority: its address, its JSON, and how long to wait before asking again. */
export type Resource = { url: string; status: number; body: Record<string, unknown>; text: string; waitMs: number }

/** Signed requests for one account (RFC 8555). */
export type AcmeSession = {
  /** Creates the account, or finds the one that this key already has. */
  register(email: string): Promise<void>
  newOrder(payload: object): Promise<Resource>
  post(url: string, payload: object): Promise<Resource>
  /** Reads a resource. ACME signs reads, too. */
  get(url: string): Promise<Resource>
  /** What proves to the authority that a token was answered by this account. */
  answerTo(token: string): Promise<string>
}

type Account = { directory: string; accountKey: string; signal: AbortSignal }

const longestRequestMs = 30_000
/** A nonce may be too old, or from another of the authority's machines. */
const mostNonceTries = 10
const defaultWaitMs = 1_000
const longestWaitMs = 30_000

export async function openAcmeSession({ directory, accountKey, signal }: Account): Promise<AcmeSession> {
  // Loaded here, because most services never need it.
  const { FlattenedSign, calculateJwkThumbprint, exportJWK } = await import('jose')
  const privateKey = createPrivateKey(accountKey)
  const jwk = await exportJWK(createPublicKey(privateKey))
  const { body: places, isOk, status } = await request(directory, { signal })
  if (!isOk) throw new AuthorityUnreachable(`HTTP ${status}`)
  const placeOf = (name: string): string => {
    const place = places[name]
    if (typeof place === 'string') return place
    throw new AuthorityUnreachable(`no ${name} in the ACME directory`)
  }
  let nonce: string | undefined
  let account: string | undefined

  const sign = async (url: string, payload: object | undefined) => {
    nonce ??= (await request(placeOf('newNonce'), { method: 'HEAD', signal })).nonce
    if (nonce === undefined) throw new AuthorityUnreachable('no nonce for the next request')
    const who: JWSHeaderParameters = account === undefined ? { jwk } : { kid: account }
    const header = { ...who, alg: 'ES256', nonce, url }
    nonce = undefined
    const bytes = new TextEncoder().encode(payload === undefined ? '' : JSON.stringify(payload))
    return JSON.stringify(await new FlattenedSign(bytes).setProtectedHeader(header).sign(privateKey))
  }
  const send = async (url: string, payload: object | undefined): Promise<Resource> => {
    for (let tries = 1; ; tries++) {
      const headers = { 'content-type': 'application/jose+json' }
      const response = await request(url, { method: 'POST', headers, body: await sign(url, payload), signal })
      nonce = response.nonce
      if (response.isOk) return response
      const refusal = toRefusal(response.body, response)
      if (refusal.kind !== 'badNonce' || tries >= mostNonceTries) throw refusal
    }
  }
  return {
    async register(email) {
      const contact = [`mailto:${email}`]
      const { url, status } = await send(placeOf('newAccount'), { termsOfServiceAgreed: true, contact })
      account = url
      // The account is older, and may have another address.
      if (status === 200) await send(url, { contact })
    },
    newOrder: (payload) => send(placeOf('newOrder'), payload),
    post: send,
    get: (url) => send(url, undefined),
    answerTo: async (token) => `${token}.${await calculateJwkThumbprint(jwk)}`,
  }
}

/** The authority's time; undefined if it doesn't say. Counts whole seconds. */
export async function readAuthorityTime(directory: string, signal: AbortSignal): Promise<number | undefined> {
  return (await request(directory, { signal })).date
}

/** As long as the authority asks for. */
export async function pause({ waitMs }: Resource, signal: AbortSignal): Promise<void> {
  await sleep(waitMs, undefined, { signal, ref: false })
}

/** An error document, in an answer or inside another document. */
export function toRefusal(
  { type, detail }: Record<string, unknown>,
  { status = 0, retryMs }: { status?: number; retryMs?: number | undefined } = {},
): AuthorityRefusal {
  const likely = status === 429 ? 'rateLimited' : status >= 500 ? 'serverInternal' : 'unknown'
  const kind = typeof type === 'string' ? (type.split(':').at(-1) ?? type) : likely
  return new AuthorityRefusal(kind, typeof detail === 'string' ? detail : `HTTP ${status}`, retryMs)
}

type Response = Resource & {
  isOk: boolean
  nonce: string | undefined
  date: number | undefined
  retryMs: number | undefined
}

async function request(url: string, { signal, ...init }: RequestInit & { signal: AbortSignal }): Promise<Response> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(longestRequestMs)])
  const headers = { 'user-agent': 'innkeeper', 'accept-language': 'en', ...init.headers }
  try {
    const response = await fetch(url, { ...init, headers, signal: limited })
    const text = await response.text()
    const retryMs = readRetryAfter(response.headers.get('retry-after'))
    return {
      url: response.headers.get('location') ?? url,
      status: response.status,
      isOk: response.ok,
      nonce: response.headers.get('replay-nonce') ?? undefined,
      date: toTime(response.headers.get('date')),
      body: parseObject(text),
      text,
      retryMs,
      waitMs: Math.min(retryMs ?? defaultWaitMs, longestWaitMs),
    }
  } catch (error) {
    signal.throwIfAborted()
    throw new AuthorityUnreachable(codeOf(error))
  }
}

/** The code of the failed connection. `fetch` hides it inside its own error. */
function codeOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: unknown } }
  if (name === 'TimeoutError') return `no answer within ${longestRequestMs / 1000} seconds`
  return typeof cause?.code === 'string' ? cause.code : name
}

/** Certificates are not JSON. What has to be in an answer is checked where it is used. */
function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Seconds or a date. */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const time = toTime(text)
  return time === undefined ? undefined : Math.max(0, time - Date.now())
}

function toTime(text: string | null): number | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : time
}
