import { askWhoSignsIn, redirectBack, withoutQuery } from '@innkeeper/simulator-kit'
import type { World } from '../../world.ts'
import { type Answer, refuse } from '../answer.ts'

type Query = Record<string, string>

/**
 * The consent page. With `as=<userId>` that person has consented already, with `as=nobody` they have refused; without it, the
 * page asks who signs in.
 */
export function authorize(world: World, query: Query): Answer {
  const { loginChannelId, loginRedirectUris } = world.settings
  const { redirect_uri: redirectUri = '', client_id: clientId } = query
  // If one of these is wrong, there is no address to redirect to.
  if (clientId !== loginChannelId) return refuse(400, 'Invalid client_id')
  const target = URL.parse(redirectUri)
  const isRegistered = loginRedirectUris.includes(withoutQuery(redirectUri))
  if (!target || !isRegistered) return refuse(400, 'Invalid redirect_uri value')
  const problem = findProblem(query)
  if (problem) return redirectBack(target, query.state, problem)
  if (query.as === undefined)
    return query.prompt === 'none' ? redirectBack(target, query.state, loginRequired) : choose(world, query)
  const user = world.users.get(query.as)
  if (!user)
    return redirectBack(target, query.state, {
      error: 'ACCESS_DENIED',
      error_description: 'The user denied the request',
    })
  const code = world.ids.issued(20)
  world.logins.codes.set(code, {
    userId: user.userId,
    redirectUri,
    scope: query.scope ?? '',
    nonce: query.nonce,
    challenge: query.code_challenge,
    issuedAt: world.settings.clock(),
  })
  return redirectBack(target, query.state, { code })
}

const loginRequired = { error: 'LOGIN_REQUIRED', error_description: 'Nobody is signed in' }
const scopes = ['openid', 'profile', 'email']

function findProblem(query: Query): Record<string, string> | undefined {
  const invalid = (error_description: string) => ({ error: 'INVALID_REQUEST', error_description })
  if (query.response_type !== 'code') return invalid('response_type must be code')
  if (!query.state) return invalid('state is required')
  const asked = (query.scope ?? '').split(' ')
  if (!asked.every((one) => scopes.includes(one))) return { error: 'INVALID_SCOPE', error_description: 'Unknown scope' }
  if (query.code_challenge !== undefined && query.code_challenge_method !== 'S256')
    return invalid('code_challenge_method must be S256')
  return undefined
}

function choose(world: World, query: Query): Answer {
  const addressFor = (as: string) => `/oauth2/v2.1/authorize?${new URLSearchParams({ ...query, as })}`
  const people = [...world.users.values()].map(({ userId, displayName, pictureUrl }) => ({
    name: displayName,
    pictureUrl,
    address: addressFor(userId),
  }))
  return askWhoSignsIn({ platform: 'LINE', people, cancelAddress: addressFor('nobody') })
}
