import type { FastifyReply, FastifyRequest } from 'fastify'

/** `__Host-`: a browser accepts it only from this host, over a secure connection. */
const signInName = '__Host-innkeeper'
const tripName = '__Host-innkeeper-trip'

/** Strict: the browser sends it only with requests of our own pages. */
export function setSignIn(reply: FastifyReply, token: string, lifeMs: number): void {
  add(reply, signInName, token, { lifeMs, sameSite: 'Strict' })
}

export function clearSignIn(reply: FastifyReply): void {
  add(reply, signInName, '', { lifeMs: 0, sameSite: 'Strict' })
}

export function findSignIn(request: FastifyRequest): string | undefined {
  return find(request, signInName)
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
  const age = `Max-Age=${Math.max(0, Math.floor(lifeMs / 1000))}`
  reply.header('set-cookie', `${name}=${value}; Path=/; ${age}; Secure; HttpOnly; SameSite=${sameSite}`)
}

function find({ headers: { cookie } }: FastifyRequest, name: string): string | undefined {
  if (cookie === undefined) return undefined
  for (const pair of cookie.split(';')) {
    const start = pair.indexOf('=')
    if (pair.slice(0, start).trim() === name) return pair.slice(start + 1).trim()
  }
  return undefined
}
