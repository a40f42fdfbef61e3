import { mostAccountsInBrowser } from '@innkeeper/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../../domain/platforms/loopback.ts'

/** `__Host-`: a browser accepts it only from this host, over a secure connection. */
const signInName = '__Host-innkeeper'
/** One cookie for each account that the browser is signed in to. */
const nameOfSlot = (slot: number) => (slot === 0 ? signInName : `${signInName}-account${slot + 1}`)
const tripName = '__Host-innkeeper-trip'

/**
 * Browsers send the cookies of a host to all its ports. On the machine itself there may be a demo and a restored copy at once,
 * and signing in to one must not sign people out of the other.
 */
function nameFor({ headers: { host = '' } }: FastifyRequest, name: string): string {
  const url = URL.parse(`http://${host}`)
  return url?.port && isLoopback(url.hostname) ? `${name}-${url.port}` : name
}

/** Strict: the browser sends it only with requests of our own pages. */
export function setSignIn(reply: FastifyReply, slot: number, token: string, lifeMs: number): void {
  add(reply, nameOfSlot(slot), token, { lifeMs, sameSite: 'Strict' })
}

export function clearSignIn(reply: FastifyReply, slot: number): void {
  add(reply, nameOfSlot(slot), '', { lifeMs: 0, sameSite: 'Strict' })
}

/** In the order in which the browser was signed in to them, apart from cookies that became free in between. */
export function findSignIns(request: FastifyRequest): { slot: number; token: string }[] {
  const found = []
  for (let slot = 0; slot < mostAccountsInBrowser; slot++) {
    const token = find(request, nameOfSlot(slot))
    if (token !== undefined) found.push({ slot, token })
  }
  return found
}

/** Lax: the browser must send it when it returns from another site. */
export function setTrip(reply: FastifyReply, trip: string, lifeMs: number): void {
  add(reply, tripName, trip, { lifeMs, sameSite: 'Lax' })
}

export function clearTrip(reply: FastifyReply): void {
  add(reply, tripName, '', { lifeMs: 0, sameSite: 'Lax' })
}

export function findTrip(request: FastifyRequest): string | undefined {
  return find(request, tripName)
}

function add(
  reply: FastifyReply,
  name: string,
  value: string,
  { lifeMs, sameSite }: { lifeMs: number; sameSite: string },
): void {
  const own = nameFor(reply.request, name)
  const age = `Max-Age=${Math.max(0, Math.floor(lifeMs / 1000))}`
  reply.header('set-cookie', `${own}=${value}; Path=/; ${age}; Secure; HttpOnly; SameSite=${sameSite}`)
}

/** The name without a port is accepted everywhere, for programs that send the cookie themselves. */
function find(request: FastifyRequest, name: string): string | undefined {
  const { cookie } = request.headers
  return cookie === undefined ? undefined : (findValue(cookie, nameFor(request, name)) ?? findValue(cookie, name))
}

function findValue(cookies: string, name: string): string | undefined {
  for (const pair of cookies.split(';')) {
    const start = pair.indexOf('=')
    if (pair.slice(0, start).trim() === name) return pair.slice(start + 1).trim()
  }
  return undefined
}
