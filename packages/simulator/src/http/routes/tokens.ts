import { decideIssue, lifeMs, secondsLeft, type TokenKind } from '../../rules/access-tokens.ts'
import type { World } from '../../world.ts'
import { type Answer, refuseToken, succeed } from '../answer.ts'
import { type Call, type Route, textOf } from '../route.ts'
import { checkAssertion } from './assertion.ts'
import { exchangeLogin } from './login.ts'

/** Channel access tokens: issued, verified, revoked. */
export function tokenRoutes(world: World): Route[] {
  const post = { method: 'POST', access: 'open', accepts: 'form' } as const
  const get = { method: 'GET', access: 'open' } as const
  const issueAs = (kind: TokenKind) => (call: Call) => issue(world, call, kind)
  return [
    { ...post, path: '/oauth2/v3/token', answer: issueAs('stateless') },
    // Users and channels share this URL.
    { ...post, path: '/oauth2/v2.1/token', answer: (call) => exchangeLogin(world, call) ?? issueAs('v2.1')(call) },
    { ...post, path: '/v2/oauth/accessToken', bucket: 'shortLivedToken', answer: issueAs('short-lived') },
    { ...get, path: '/oauth2/v2.1/verify', answer: ({ query }) => verify(world, query.access_token ?? '') },
    { ...post, path: '/v2/oauth/verify', answer: ({ body }) => verify(world, textOf(body, 'access_token')) },
    {
      ...post,
      path: '/oauth2/v2.1/revoke',
      answer: ({ body }) => (isKnown(world, body) ? revoke(world, textOf(body, 'access_token')) : wrongClient),
    },
    { ...post, path: '/v2/oauth/revoke', answer: ({ body }) => revoke(world, textOf(body, 'access_token')) },
    { ...get, path: '/oauth2/v2.1/tokens/kid', answer: ({ query }) => listKeyIds(world, query) },
  ]
}

const wrongClient = refuseToken('invalid_client', 'invalid client_secret')

function issue(world: World, { body }: Call, kind: TokenKind): Answer {
  if (textOf(body, 'grant_type') !== 'client_credentials')
    return refuseToken('unsupported_grant_type', 'grant_type must be client_credentials')
  const hasAssertion = textOf(body, 'client_assertion') !== ''
  // Stateless tokens accept either; the others one kind of credential each.
  const byAssertion = kind === 'v2.1' || (kind === 'stateless' && hasAssertion)
  const assertion = byAssertion ? checkAssertion(world, body) : undefined
  if (assertion && 'status' in assertion) return assertion
  if (!assertion && !isOurs(world, body)) return wrongClient
  const at = world.settings.clock()
  const decision = decideIssue(world.accessTokens, kind, at)
  if (decision.kind === 'too-many')
    return refuseToken('invalid_request', 'The maximum number of access tokens has already been issued')
  for (const text of decision.dropped) world.accessTokens.delete(text)
  const life = Math.min(lifeMs[kind], assertion?.lifeMs ?? lifeMs[kind])
  const keyId = kind === 'v2.1' ? { keyId: world.ids.issued(22) } : {}
  const text = world.ids.issued(172)
  world.accessTokens.set(text, { kind, issuedAt: at, expiresAt: at + life, ...keyId })
  const key = 'keyId' in keyId ? { key_id: keyId.keyId } : {}
  return succeed({ access_token: text, expires_in: life / 1_000, token_type: 'Bearer', ...key })
}

function isOurs(world: World, body: unknown): boolean {
  const { channelId, channelSecret } = world.settings
  return textOf(body, 'client_id') === channelId && textOf(body, 'client_secret') === channelSecret
}

/** The channel of the bot, or the one with which people sign in. */
function isKnown(world: World, body: unknown): boolean {
  const { loginChannelId, loginChannelSecret } = world.settings
  const isLogin = textOf(body, 'client_id') === loginChannelId && textOf(body, 'client_secret') === loginChannelSecret
  return isLogin || isOurs(world, body)
}

function verify(world: World, text: string): Answer {
  const at = world.settings.clock()
  const login = world.logins.accessTokens.get(text)
  if (login && at < login.expiresAt) {
    const { loginChannelId } = world.settings
    return succeed({
      client_id: loginChannelId,
      expires_in: Math.floor((login.expiresAt - at) / 1_000),
      scope: login.scope,
    })
  }
  const token = world.accessTokens.get(text)
  if (!token || at >= token.expiresAt) return refuseToken('invalid_request', 'The access token expired')
  const scope = 'chat_message.write'
  return succeed({ client_id: world.settings.channelId, expires_in: secondsLeft(token, at), scope })
}

/** Revoking an unknown token is not an error. A stateless token can't be revoked. */
function revoke(world: World, text: string): Answer {
  if (world.accessTokens.get(text)?.kind !== 'stateless') world.accessTokens.delete(text)
  world.logins.accessTokens.delete(text)
  return { status: 200, bytes: Buffer.alloc(0) }
}

function listKeyIds(world: World, query: Record<string, string>): Answer {
  const assertion = checkAssertion(world, query)
  if ('status' in assertion) return assertion
  const live = [...world.accessTokens.values()].filter(({ expiresAt }) => world.settings.clock() < expiresAt)
  return succeed({ kids: live.flatMap(({ keyId }) => (keyId ? [keyId] : [])) })
}
