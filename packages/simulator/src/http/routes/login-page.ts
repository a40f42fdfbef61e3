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
  if (problem) return sendBack(target, query, problem)
  if (query.as === undefined)
    return query.prompt === 'none' ? sendBack(target, query, loginRequired) : choose(world, query)
  const user = world.users.get(query.as)
  if (!user)
    return sendBack(target, query, { error: 'ACCESS_DENIED', error_description: 'The user denied the request' })
  const code = world.ids.issued(20)
  world.logins.codes.set(code, {
    userId: user.userId,
    redirectUri,
    scope: query.scope ?? '',
    nonce: query.nonce,
    challenge: query.code_challenge,
    issuedAt: world.settings.clock(),
  })
  return sendBack(target, query, { code })
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

function sendBack(target: URL, { state }: Query, answer: Record<string, string>): Answer {
  const address = new URL(target)
  for (const [name, value] of Object.entries({ ...answer, ...(state ? { state } : {}) }))
    address.searchParams.set(name, value)
  return { status: 302, bytes: Buffer.alloc(0), headers: { location: address.href } }
}

/** Extra query parameters are allowed in an address that is registered without them. */
function withoutQuery(uri: string): string {
  return uri.split(/[?#]/)[0] ?? ''
}

function choose(world: World, query: Query): Answer {
  const addressFor = (as: string) => asText(`/oauth2/v2.1/authorize?${new URLSearchParams({ ...query, as })}`)
  const people = [...world.users.values()].map(
    (user) =>
      `<li><a href="${addressFor(user.userId)}">${avatarOf(user)}<span>${asText(user.displayName)}</span></a></li>`,
  )
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sign in</title>
    <link rel="icon" href="/chat/page/icon.svg" />
    <link rel="stylesheet" href="/chat/page/styles/tokens.css" />
    <link rel="stylesheet" href="/chat/page/styles/login.css" />
    <script src="/chat/page/ui/theme-early.js"></script>
  </head>
  <body>
    <main>
      <h1>Sign in as</h1>
      <p>This page simulates the one on which LINE asks people to sign in.</p>
      <ul>${people.join('')}</ul>
      <a class="cancel" href="${addressFor('nobody')}">Cancel</a>
    </main>
  </body>
</html>
`
  return { status: 200, bytes: Buffer.from(page), contentType: 'text/html; charset=utf-8', headers: pageHeaders }
}

function avatarOf({ displayName, pictureUrl }: { displayName: string; pictureUrl?: string }): string {
  const [letter = '?'] = displayName.trim().toUpperCase()
  const inside = pictureUrl ? `<img src="${asText(pictureUrl)}" alt="" />` : asText(letter)
  return `<span class="avatar" aria-hidden="true">${inside}</span>`
}

/** Names are user input: nothing in them may run, and nothing is loaded from other origins. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

function asText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
