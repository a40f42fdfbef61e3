import type { FastifyRequest } from 'fastify'
import {
  chooseIdentity,
  type Grant,
  type HeldIdentity,
  hashOf,
  type Identity,
  identify,
  identifyHeld,
} from '../actions/access.ts'
import type { HeldSignIn } from '../domain/accounts/browser-accounts.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Clock } from '../ports/clock.ts'
import type { Store } from '../ports/store.ts'
import { findSignIns } from './pages/cookies.ts'

type Deps = { store: Store; clock: Clock }

/** What a request is about, as far as it matters for whom it acts. */
type About = { channelId: string | undefined; needsOperator: boolean; needsKey?: boolean }

/**
 * Who a request acts for: the person of its key, or one of the accounts that its browser is signed in to. A key takes precedence. An
 * `Authorization` header of another scheme is not ours; a proxy may use one.
 */
export async function recognise(deps: Deps, request: FastifyRequest, about: About): Promise<Identity | HeldIdentity> {
  const key = bearerOf(request)
  if (key !== undefined) return await identify(deps, { kind: 'key', token: key }, about.channelId)
  const held = about.needsKey ? [] : heldBy(request)
  const identities = await identifyHeld(deps, held, about.channelId)
  const chosen = chooseIdentity(identities, { named: namedBy(request), needsOperator: about.needsOperator })
  if (!chosen) throw new Refusal('authentication-failed')
  return chosen
}

/** The same person as before, for a request that is still running. */
export async function recogniseAgain(
  deps: Deps,
  request: FastifyRequest,
  { userId, channelId }: Pick<Grant, 'userId'> & { channelId: string },
): Promise<Identity> {
  const key = bearerOf(request)
  if (key !== undefined) return await identify(deps, { kind: 'key', token: key }, channelId)
  const identities = await identifyHeld(deps, heldBy(request), channelId)
  const same = chooseIdentity(identities, { named: userId, needsOperator: false })
  if (!same) throw new Refusal('authentication-failed')
  return same
}

/** Everyone whom the request could act for. */
export async function recogniseAll(deps: Deps, request: FastifyRequest): Promise<Identity[]> {
  const key = bearerOf(request)
  if (key !== undefined) return [await identify(deps, { kind: 'key', token: key }, undefined)]
  return await identifyHeld(deps, heldBy(request), undefined)
}

/** The sign-ins in the request's cookies, valid or not. */
export function heldBy(request: FastifyRequest): HeldSignIn[] {
  return findSignIns(request).flatMap(({ slot, token }) => {
    const hash = hashOf(token)
    return hash === undefined ? [] : [{ slot, hash }]
  })
}

/** The account that a page of ours names, because the browser is signed in to several. */
function namedBy({ headers: { 'innkeeper-account': named } }: FastifyRequest): string | undefined {
  if (typeof named !== 'string') return undefined
  try {
    return decodeURIComponent(named)
  } catch {
    return named
  }
}

function bearerOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  if (authorization?.startsWith('Bearer ')) return authorization.slice(7)
  // The scheme's name is case-insensitive (RFC 9110 section 11.1).
  return authorization && /^bearer /i.test(authorization) ? authorization.slice(7).trim() : undefined
}
