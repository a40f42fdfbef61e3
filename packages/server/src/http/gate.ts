import type { Route } from '@innkeeper/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { access, type ChannelGrant, type Credential, type Grant, type Identity, identify } from '../actions/access.ts'
import type { RequestTally } from '../actions/usage/request-tally.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Clock } from '../ports/clock.ts'
import type { Store } from '../ports/store.ts'
import type { Quota, RateLimit } from './limits/rate-limit.ts'
import { isFromOwnPage } from './pages/browser-requests.ts'
import { findSignIn } from './pages/cookies.ts'
import { clientAddress } from './receiving/client-address.ts'

type Deps = {
  store: Store
  clock: Clock
  tally: RequestTally
  /** Per person: keys are free, so all keys and sign-ins of one user count together. */
  requests: RateLimit
  /** Per address; a valid key is never refused for others' failures. */
  failures: RateLimit
  baseUrl: () => string
}

export type Gate = {
  /** Authentication and the limit of requests; for paths that lead nowhere too. */
  enter(request: FastifyRequest, reply: FastifyReply, channelId: string | undefined): Promise<Identity>
  /** The same, and permission for a route. */
  pass(request: FastifyRequest, reply: FastifyReply, route: Route): Promise<Grant | ChannelGrant>
  /** Whether a request that was let in, and lasts, would still be; it counts once. */
  passAgain(request: FastifyRequest, route: Route): Promise<Grant | ChannelGrant>
  /** For what identifies people outside of /api: counts a failure as one here is counted, and refuses one too many. */
  countFailure(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Only counts it, for who is led to a page whatever is left. */
  noteFailure(request: FastifyRequest): Promise<void>
  /** Whether another failure from there would be refused. */
  hasFailedTooOften(request: FastifyRequest): Promise<boolean>
}

/** Stands before every path below /api, ahead of the body. */
export function createGate({ store, clock, tally, requests, failures, baseUrl }: Deps): Gate {
  const policy = requests.limit === 0 ? undefined : `"default";q=${requests.limit};w=60`
  const tell = (reply: FastifyReply, quota: Quota) => {
    if (policy === undefined) return
    reply
      .header('ratelimit-policy', policy)
      .header('ratelimit', `"default";r=${quota.remaining};t=${quota.resetSeconds}`)
  }
  const refuseIfExhausted = (reply: FastifyReply, quota: Quota) => {
    if (quota.allowed) return
    reply.header('retry-after', String(quota.resetSeconds))
    throw new Refusal('too-many-requests')
  }

  const countFailure: Gate['countFailure'] = async (request, reply) => {
    const quota = await failures.take(clientAddress(request))
    tell(reply, quota)
    refuseIfExhausted(reply, quota)
  }

  const enter: Gate['enter'] = async (request, reply, channelId) => {
    let identity: Identity
    try {
      identity = await identify({ store, clock }, credentialOf(request), channelId)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'authentication-failed') throw error
      await countFailure(request, reply)
      throw error
    }
    const { key, userId } = identity.record
    request.keyId = key.id
    // Before anything is counted: a page of others would use up what its visitor may ask for.
    if (key.kind === 'sign-in' && !isFromOwnPage(request, baseUrl())) throw new Refusal('cross-site')
    const quota = await requests.take(userId)
    tell(reply, quota)
    refuseIfExhausted(reply, quota)
    tally.note({ keyId: key.id, userId, at: clock() })
    return identity
  }

  return {
    enter,
    countFailure,
    noteFailure: async (request) => void (await failures.take(clientAddress(request))),
    hasFailedTooOften: async (request) => await failures.isSpent(clientAddress(request)),
    pass(request, reply, route) {
      const { channelId } = request.params as { channelId?: string }
      return enter(request, reply, channelId).then((identity) => access(identity, route))
    },
    async passAgain(request, route) {
      const { channelId } = request.params as { channelId?: string }
      return access(await identify({ store, clock }, credentialOf(request), channelId), route)
    },
  }
}

/** A key comes first. An `Authorization` of another scheme is somebody else's, such as a proxy's. */
function credentialOf(request: FastifyRequest): Credential | undefined {
  const key = bearerOf(request)
  if (key !== undefined) return { kind: 'key', token: key }
  const signIn = findSignIn(request)
  return signIn === undefined ? undefined : { kind: 'sign-in', token: signIn }
}

function bearerOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  if (authorization?.startsWith('Bearer ')) return authorization.slice(7)
  // The scheme's name is case-insensitive (RFC 9110 section 11.1).
  return authorization && /^bearer /i.test(authorization) ? authorization.slice(7).trim() : undefined
}
