import type { Route } from '@innkeeper/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { access, type ChannelGrant, type Grant, type HeldIdentity, type Identity } from '../actions/access.ts'
import type { RequestTally } from '../actions/usage/request-tally.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Clock } from '../ports/clock.ts'
import type { Store } from '../ports/store.ts'
import type { Quota, RateLimit } from './limits/rate-limit.ts'
import { isFromOwnPage, isOwnOrigin } from './pages/browser-requests.ts'
import { clientAddress } from './receiving/client-address.ts'
import { recognise, recogniseAgain, recogniseAll } from './recognise.ts'

type Deps = {
  store: Store
  clock: Clock
  tally: RequestTally
  /** Per person: anyone can create keys, so all keys and sign-ins of one user count together. */
  requests: RateLimit
  /** Per address. A valid key is never refused because of someone else's failures. */
  failures: RateLimit
  baseUrl: () => string
  /** May call us from their pages, with a key. */
  corsOrigins: readonly string[]
}

export type Gate = {
  /** Authentication and the rate limit; also for unknown paths. */
  enter(request: FastifyRequest, reply: FastifyReply, route: Route | undefined): Promise<Identity>
  /** The same, plus permission for a route. */
  pass(request: FastifyRequest, reply: FastifyReply, route: Route): Promise<Grant | ChannelGrant>
  /** Checks a long-running request again. It does not count against the rate limit a second time. */
  renew(request: FastifyRequest, grant: ChannelGrant): Promise<ChannelGrant>
  /**
   * Permission for another route within a request that was let in, such as a tool that reads what that route reads. The request has
   * counted already; what is expensive about the route isn't counted here.
   */
  passWithin(request: FastifyRequest, route: Route, channelId: string | undefined): Promise<Grant | ChannelGrant>
  /** Grants for all accounts that the request's browser is signed in to, for a request that was let in for one of them. */
  passAll(request: FastifyRequest): Promise<Grant[]>
  /** For authentication outside of /api: counts a failure like one of its own and refuses when there were too many. */
  countFailure(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Only counts it, for callers who are redirected to a page in any case. */
  noteFailure(request: FastifyRequest): Promise<void>
  /** Whether another failure from this address would be refused. */
  hasFailedTooOften(request: FastifyRequest): Promise<boolean>
}

/** Checks every request below /api before its body is read. */
export function createGate({ store, clock, tally, requests, failures, baseUrl, corsOrigins }: Deps): Gate {
  const setRateLimitHeaders = (reply: FastifyReply, quota: Quota) => {
    const { limit } = requests
    if (limit === 0) return
    reply
      .header('ratelimit-policy', `"default";q=${limit};w=60`)
      .header('ratelimit', `"default";r=${quota.remaining};t=${quota.resetSeconds}`)
  }
  const refuseIfExhausted = (reply: FastifyReply, quota: Quota) => {
    if (quota.allowed) return
    reply.header('retry-after', String(quota.resetSeconds))
    throw new Refusal('too-many-requests')
  }

  const countFailure: Gate['countFailure'] = async (request, reply) => {
    const quota = await failures.take(clientAddress(request))
    setRateLimitHeaders(reply, quota)
    refuseIfExhausted(reply, quota)
  }

  const refuseForeignOrigin = (request: FastifyRequest) => {
    const { origin } = request.headers
    if (origin === undefined || corsOrigins.includes(origin) || isOwnOrigin(origin, request, baseUrl())) return
    throw new Refusal('cross-site')
  }

  const enter: Gate['enter'] = async (request, reply, route) => {
    // Before a key is looked at: a page can't try keys either.
    if (route?.jsonRpc) refuseForeignOrigin(request)
    // A path that no route has comes without parameters.
    const channelId = (request.params as { channelId?: string } | null)?.channelId
    let identity: Identity | HeldIdentity
    try {
      identity = await recognise({ store, clock }, request, {
        channelId: route && channelId,
        needsOperator: route?.permission === 'operator',
        needsKey: route?.jsonRpc ?? false,
      })
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'authentication-failed') throw error
      await countFailure(request, reply)
      throw error
    }
    const { key, userId } = identity.record
    request.keyId = key.id
    if ('slot' in identity) request.signInSlot = identity.slot
    // Before anything is counted: otherwise a foreign page could use up its visitor's rate limit.
    if (key.kind === 'sign-in' && !isFromOwnPage(request, baseUrl())) throw new Refusal('cross-site')
    const quota = await requests.take(userId)
    setRateLimitHeaders(reply, quota)
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
      return enter(request, reply, route).then((identity) => access(identity, route))
    },
    async renew(request, grant) {
      const { route } = request
      if (!route) return grant
      return access(await recogniseAgain({ store, clock }, request, grant), route) as ChannelGrant
    },
    async passWithin(request, route, channelId) {
      return access(
        await recognise({ store, clock }, request, { channelId, needsOperator: false, needsKey: true }),
        route,
      )
    },
    async passAll(request) {
      const { route } = request
      if (!route) return []
      const identities = await recogniseAll({ store, clock }, request)
      return identities.map((identity) => access(identity, route))
    },
  }
}
