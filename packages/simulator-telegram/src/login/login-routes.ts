import {
  type Answer,
  askWhoSignsIn,
  findExchangeProblem,
  redirectBack,
  sendOutcome,
  textOf,
  withoutQuery,
} from '@innkeeper/simulator-kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault, FaultyRequest } from '../http/faults.ts'
import { outcomeAfter, outcomeBefore } from '../http/outcomes.ts'
import { personName } from '../people/person-name.ts'
import type { UserState, World } from '../world.ts'
import { describeKeys, type IdClaims, signIdToken } from './id-token.ts'
import { currentKey, subjectOf } from './login.ts'

type Query = Record<string, string>

const tokenLifeSeconds = 3_600

type Parts = { world: World; takeFault(request: FaultyRequest): Fault | undefined }

/** Signing in with OpenID Connect: discovery, keys, the page and the token. */
export function loginRoutes(app: FastifyInstance, { world, takeFault }: Parts): void {
  const get = (path: string, answer: (query: Query) => Answer) =>
    app.get(path, (request, reply) => sendOutcome(reply, answer(request.query as Query)))
  get('/.well-known/openid-configuration', () => ({ status: 200, body: discovery(world) }))
  app.get('/.well-known/jwks.json', (_request, reply) =>
    answer(reply, 'keys', () => {
      currentKey(world.logins)
      return { status: 200, body: describeKeys(world.logins.keys) }
    }),
  )
  get('/auth', (query) => authorize(world, query))
  app.post('/token', (request, reply) => answer(reply, 'token', () => exchange(world, request)))

  async function answer(reply: FastifyReply, route: string, work: () => Answer): Promise<FastifyReply> {
    const fault = takeFault({ route, httpMethod: reply.request.method, parameters: {} })
    const outcome = (fault && outcomeBefore(fault)) ?? outcomeAfter(fault, work())
    await sendOutcome(reply, outcome, fault)
    return reply
  }
}

function discovery(world: World): object {
  const at = (path: string) => `${world.origin}${path}`
  return {
    issuer: world.settings.login.issuer,
    authorization_endpoint: at('/auth'),
    token_endpoint: at('/token'),
    jwks_uri: at('/.well-known/jwks.json'),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'profile', 'phone', 'telegram:bot_access'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
  }
}

/**
 * The consent page. With `as=<user id>` that person has consented already, with `as=nobody` they have refused. Without it, the
 * page asks who signs in.
 */
function authorize(world: World, query: Query): Answer {
  const { redirect_uri: redirectUri = '', client_id: clientId, state } = query
  const { bot, login } = world.settings
  // If one of these is wrong, there is no address to redirect to.
  if (clientId !== String(bot.id)) return refuse('invalid_client', 'Unknown client_id')
  const target = URL.parse(redirectUri)
  if (!target || !login.redirectUris.includes(withoutQuery(redirectUri)))
    return refuse('invalid_request', 'redirect_uri is not allowed for this bot')
  const problem = findProblem(query)
  if (problem) return redirectBack(target, state, problem)
  if (query.as === undefined) return choose(world, query)
  const user = world.users.get(Number(query.as))
  if (!user) return redirectBack(target, state, { error: 'access_denied', error_description: 'The user refused' })
  const code = world.ids.opaque(32)
  world.logins.codes.set(code, {
    userId: String(user.id),
    redirectUri,
    scope: query.scope ?? '',
    nonce: query.nonce,
    challenge: query.code_challenge,
    issuedAt: world.settings.clock(),
  })
  return redirectBack(target, state, { code })
}

function findProblem(query: Query): Record<string, string> | undefined {
  const invalid = (error_description: string) => ({ error: 'invalid_request', error_description })
  if (query.response_type !== 'code') return invalid('response_type must be code')
  if (!(query.scope ?? '').split(' ').includes('openid'))
    return { error: 'invalid_scope', error_description: 'openid is required' }
  if (query.code_challenge !== undefined && query.code_challenge_method !== 'S256')
    return invalid('code_challenge_method must be S256')
  return undefined
}

function choose(world: World, query: Query): Answer {
  const addressFor = (as: string) => `/auth?${new URLSearchParams({ ...query, as })}`
  const people = [...world.users.values()]
    .filter(({ isBot }) => !isBot)
    .map((user) => ({ name: personName(user), address: addressFor(String(user.id)) }))
  return askWhoSignsIn({ platform: 'Telegram', people, cancelAddress: addressFor('nobody') })
}

function exchange(world: World, request: FastifyRequest): Answer {
  const { bot, login, clock } = world.settings
  const form = Object.fromEntries(new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : ''))
  const wanted = `Basic ${Buffer.from(`${bot.id}:${login.clientSecret}`).toString('base64')}`
  if (request.headers.authorization !== wanted) return refuse('invalid_client', 'Wrong client ID or secret', 401)
  if (textOf(form, 'grant_type') !== 'authorization_code')
    return refuse('unsupported_grant_type', 'grant_type must be authorization_code')
  const text = textOf(form, 'code')
  const code = world.logins.codes.get(text)
  const at = clock()
  const asked = { redirectUri: textOf(form, 'redirect_uri'), verifier: textOf(form, 'code_verifier'), at }
  const problem = findExchangeProblem(code, asked)
  // A code can be used once, even if something else in the request is wrong.
  world.logins.codes.delete(text)
  const user = world.users.get(Number(code?.userId))
  if (problem !== undefined || !code || !user) return refuse('invalid_grant', problem ?? 'invalid authorization code')
  const claims = claimsOf(world, user, { scopes: code.scope.split(' '), nonce: code.nonce, at })
  const idToken = signIdToken(claims, currentKey(world.logins), world.logins.forgeries.shift())
  return {
    status: 200,
    body: { access_token: world.ids.opaque(40), token_type: 'Bearer', expires_in: tokenLifeSeconds, id_token: idToken },
  }
}

function claimsOf(
  world: World,
  user: UserState,
  { scopes, nonce, at }: { scopes: string[]; nonce: string | undefined; at: number },
): IdClaims {
  const { bot, login } = world.settings
  const iat = Math.floor(at / 1_000)
  const profile = { name: personName(user), ...(user.username ? { preferred_username: user.username } : {}) }
  return {
    iss: login.issuer,
    aud: String(bot.id),
    sub: subjectOf(user.id),
    iat,
    exp: iat + tokenLifeSeconds,
    id: user.id,
    ...(nonce === undefined ? {} : { nonce }),
    ...(scopes.includes('profile') ? profile : {}),
    ...(scopes.includes('phone') ? { phone_number: `+888${String(user.id).slice(-8)}` } : {}),
  }
}

function refuse(error: string, description: string, status = 400): Answer {
  return { status, body: { error, error_description: description } }
}
