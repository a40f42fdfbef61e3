import { findExchangeProblem } from '@innkeeper/simulator-kit'
import {
  accessLifeMs,
  type IdClaims,
  type LoginToken,
  readIdToken,
  refreshLifeMs,
  signIdToken,
} from '../../rules/login.ts'
import type { World } from '../../world.ts'
import { type Answer, notFound, refuse, refuseToken, succeed } from '../answer.ts'
import { type Call, type Route, textOf } from '../route.ts'
import { authorize } from './login-page.ts'

const issuer = 'https://access.line.me'

/** Web sign-in: the page, the token exchange, and the routes for a user's token. */
export function loginRoutes(world: World): Route[] {
  const open = { access: 'open' } as const
  const form = { method: 'POST', accepts: 'form', ...open } as const
  const profileOf = withToken(world, 'profile', (userId) => profile(world, userId))
  const infoOf = withToken(world, 'openid', (userId) => userInfo(world, userId))
  return [
    { ...open, method: 'GET', path: '/.well-known/openid-configuration', answer: () => discovery(world) },
    { ...open, method: 'GET', path: '/oauth2/v2.1/authorize', answer: ({ query }) => authorize(world, query) },
    { ...form, path: '/oauth2/v2.1/verify', answer: ({ body }) => verifyIdToken(world, body) },
    { ...open, method: 'GET', path: '/oauth2/v2.1/userinfo', answer: infoOf },
    { ...form, path: '/oauth2/v2.1/userinfo', answer: infoOf },
    { ...open, method: 'GET', path: '/v2/profile', answer: profileOf },
    {
      ...open,
      method: 'GET',
      path: '/friendship/v1/status',
      answer: withToken(world, 'profile', (userId) =>
        succeed({ friendFlag: world.users.get(userId)?.friendship === 'friend' }),
      ),
    },
    { method: 'POST', accepts: 'json', path: '/user/v1/deauthorize', answer: ({ body }) => deauthorize(world, body) },
  ]
}

/** `POST /oauth2/v2.1/token` for users; undefined if the request is for a channel token. */
export function exchangeLogin(world: World, { body }: Call): Answer | undefined {
  const grant = textOf(body, 'grant_type')
  if (grant !== 'authorization_code' && grant !== 'refresh_token') return undefined
  const { loginChannelId, loginChannelSecret, clock } = world.settings
  if (textOf(body, 'client_id') !== loginChannelId || textOf(body, 'client_secret') !== loginChannelSecret)
    return refuseToken('invalid_client', 'client_id or client_secret is invalid')
  return grant === 'refresh_token' ? refresh(world, body, clock()) : exchangeCode(world, body, clock())
}

function exchangeCode(world: World, body: unknown, at: number): Answer {
  const text = textOf(body, 'code')
  const code = world.logins.codes.get(text)
  const asked = { redirectUri: textOf(body, 'redirect_uri'), verifier: textOf(body, 'code_verifier'), at }
  const problem = findExchangeProblem(code, asked)
  // A code can be used once, even if something else in the request is wrong.
  world.logins.codes.delete(text)
  if (problem !== undefined || !code) return refuseToken('invalid_grant', problem ?? 'invalid authorization code')
  const refreshToken = world.ids.issued(20)
  const { userId, scope } = code
  world.logins.refreshTokens.set(refreshToken, { userId, scope, expiresAt: at + refreshLifeMs })
  const idToken = scope.split(' ').includes('openid') ? { id_token: idTokenFor(world, code, at) } : {}
  return succeed({ ...issueAccess(world, { userId, scope }, at), refresh_token: refreshToken, ...idToken })
}

/** Refreshing does not extend the refresh token's lifetime. */
function refresh(world: World, body: unknown, at: number): Answer {
  const text = textOf(body, 'refresh_token')
  const known = world.logins.refreshTokens.get(text)
  if (!known || at >= known.expiresAt) return refuseToken('invalid_grant', 'invalid refresh_token')
  return succeed({ ...issueAccess(world, known, at), refresh_token: text })
}

function issueAccess(world: World, { userId, scope }: Pick<LoginToken, 'userId' | 'scope'>, at: number): object {
  const text = world.ids.issued(172)
  world.logins.accessTokens.set(text, { userId, scope, expiresAt: at + accessLifeMs })
  return { access_token: text, expires_in: accessLifeMs / 1_000, scope, token_type: 'Bearer' }
}

function idTokenFor(
  world: World,
  { userId, scope, nonce }: { userId: string; scope: string; nonce: string | undefined },
  at: number,
): string {
  const { loginChannelId, loginChannelSecret } = world.settings
  const user = world.users.get(userId)
  const iat = Math.floor(at / 1_000)
  const claims: IdClaims = {
    iss: issuer,
    sub: userId,
    aud: loginChannelId,
    exp: iat + 3_600,
    iat,
    ...(nonce === undefined ? {} : { nonce }),
    amr: ['pwd'],
    ...(scope.includes('profile') ? { name: user?.displayName, picture: user?.pictureUrl } : {}),
  }
  return signIdToken(claims, loginChannelSecret)
}

function verifyIdToken(world: World, body: unknown): Answer {
  const { loginChannelId, loginChannelSecret, clock } = world.settings
  const claims = readIdToken(textOf(body, 'id_token'), loginChannelSecret)
  const [nonce, userId] = [textOf(body, 'nonce'), textOf(body, 'user_id')]
  const no = (words: string) => refuseToken('invalid_request', words)
  if (!claims) return no('Invalid IdToken.')
  if (claims.iss !== issuer) return no('Invalid IdToken Issuer.')
  if (claims.aud !== textOf(body, 'client_id') || claims.aud !== loginChannelId) return no('Invalid IdToken Audience.')
  if (clock() >= claims.exp * 1_000) return no('IdToken expired.')
  if (nonce !== '' && nonce !== claims.nonce) return no('Invalid IdToken Nonce.')
  if (userId !== '' && userId !== claims.sub) return no('Invalid IdToken Subject Identifier.')
  return succeed(claims)
}

function withToken(world: World, scope: string, answer: (userId: string) => Answer) {
  return ({ headers }: Call): Answer => {
    const text = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    const token = world.logins.accessTokens.get(text)
    if (!token || world.settings.clock() >= token.expiresAt)
      return refuseToken('invalid_request', 'The access token expired', 401)
    if (!token.scope.split(' ').includes(scope)) return refuse(403, 'The scope is insufficient')
    return answer(token.userId)
  }
}

function profile(world: World, userId: string): Answer {
  const user = world.users.get(userId)
  if (!user) return notFound
  const { displayName, pictureUrl, statusMessage } = user
  return succeed({ userId, displayName, pictureUrl, statusMessage })
}

function userInfo(world: World, userId: string): Answer {
  const user = world.users.get(userId)
  return user ? succeed({ sub: userId, name: user.displayName, picture: user.pictureUrl }) : notFound
}

/** Revokes all tokens of a user. Requires the channel's token. */
function deauthorize(world: World, body: unknown): Answer {
  const known = world.logins.accessTokens.get(textOf(body, 'userAccessToken'))
  if (!known) return refuse(400, 'invalid userAccessToken')
  const { accessTokens, refreshTokens } = world.logins
  for (const tokens of [accessTokens, refreshTokens]) {
    for (const [text, { userId }] of tokens) if (userId === known.userId) tokens.delete(text)
  }
  return { status: 204, bytes: Buffer.alloc(0) }
}

function discovery(world: World): Answer {
  const at = (path: string) => `${world.origin}${path}`
  return succeed({
    issuer,
    authorization_endpoint: at('/oauth2/v2.1/authorize'),
    token_endpoint: at('/oauth2/v2.1/token'),
    userinfo_endpoint: at('/oauth2/v2.1/userinfo'),
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
  })
}
