import type { Answer } from '../http/answer.ts'

type LoginPerson = { name: string; pictureUrl?: string | undefined; address: string }

/** A page that asks who signs in. Each person is a link, and so is the refusal. */
export function askWhoSignsIn(options: { platform: string; people: LoginPerson[]; cancelAddress: string }): Answer {
  const people = options.people.map(
    (one) => `<li><a href="${asText(one.address)}">${avatarOf(one)}<span>${asText(one.name)}</span></a></li>`,
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
      <p>This page simulates the one on which ${asText(options.platform)} asks people to sign in.</p>
      <ul>${people.join('')}</ul>
      <a class="cancel" href="${asText(options.cancelAddress)}">Cancel</a>
    </main>
  </body>
</html>
`
  return { status: 200, bytes: Buffer.from(page), contentType: 'text/html; charset=utf-8', headers: pageHeaders }
}

/** Goes back to the service that asked, with the answer and the state that it sent. */
export function redirectBack(target: URL, state: string | undefined, answer: Record<string, string>): Answer {
  const address = new URL(target)
  for (const [name, value] of Object.entries({ ...answer, ...(state ? { state } : {}) }))
    address.searchParams.set(name, value)
  return { status: 302, bytes: Buffer.alloc(0), headers: { location: address.href } }
}

/** Extra query parameters are allowed in an address that is registered without them. */
export function withoutQuery(uri: string): string {
  return uri.split(/[?#]/)[0] ?? ''
}

function avatarOf({ name, pictureUrl }: LoginPerson): string {
  const [letter = '?'] = name.trim().toUpperCase()
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
