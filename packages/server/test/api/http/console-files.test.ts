import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${service.url}${path}`, { headers })
const pages = ['/', '/sign-in', '/account', '/channels/C1', '/channels/C1/search', '/channels/C1/gallery']

test('every console URL serves the page, which can only load and run its own files', async () => {
  for (const path of pages) {
    const answer = await get(path)
    assert.equal(answer.status, 200, path)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'self'; /)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /https?:|\*|script-src[^;]*unsafe/)
    assert.match(await answer.text(), /<div id="root">/)
  }
})

test('an unknown URL returns a page to a browser and JSON to a program', async () => {
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  for (const path of [
    '/nowhere',
    '/account/nowhere',
    '/usage/nowhere',
    '/operator/nowhere',
    '/channels/C1/a/b',
    '/sign-in/nowhere?a=1',
    '/%zz',
  ]) {
    const page = await get(path, html)
    assert.deepEqual([page.status, page.headers.get('cache-control')], [404, 'no-store'], path)
    assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self'; /)
    assert.match(await page.text(), /<div id="root">/)
    assert.equal((await get(path)).headers.get('content-type'), 'application/json; charset=utf-8', path)
  }
  for (const path of ['/api/nowhere', '/docs/nowhere', '/assets/nowhere.js', '/pictures/nowhere', '/health/nowhere']) {
    const answer = await get(path, html)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/, path)
    assert.ok(answer.status === 404 || answer.status === 401, path)
  }
})

test('every response has a new nonce for styles', async () => {
  const nonces = new Set<string>()
  for (let time = 0; time < 5; time++) {
    const answer = await get('/')
    const [, inPolicy = ''] = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '') ?? []
    assert.ok((await answer.text()).includes(`content="${inPolicy}"`))
    nonces.add(inPolicy)
  }
  assert.equal(nonces.size, 5)
})

test('console files can be cached forever and are compressed for clients that support it', async () => {
  const [name = ''] = scriptsOf(await (await get('/')).text())
  const plain = await get(name, { 'accept-encoding': 'identity' })
  assert.equal(plain.headers.get('content-encoding'), null)
  assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  const bytes = await plain.text()
  const refused = await get(name, { 'accept-encoding': 'br;q=0, gzip;q=0.0' })
  assert.equal(refused.headers.get('content-encoding'), null)
  for (const encoding of ['br', 'gzip']) {
    const small = await get(name, { 'accept-encoding': encoding })
    assert.equal(small.headers.get('content-encoding'), encoding)
    assert.equal(small.headers.get('vary'), 'accept-encoding')
    assert.ok(Number(small.headers.get('content-length')) < bytes.length / 2)
    assert.equal(await small.text(), bytes)
  }
})

test('a file that does not exist is a 404, whatever its name is', async () => {
  for (const name of ['nothing.js', '..%2findex.html', '%2e%2e%2fpackage.json', '.built', 'index.html']) {
    assert.equal((await get(`/assets/${name}`)).status, 404, name)
  }
})

test('a browser loads at most 250 KB of compressed script before it shows anything', async () => {
  const scripts = scriptsOf(await (await get('/')).text())
  let total = 0
  for (const name of await withImports(scripts)) total += gzipSync(await (await get(name)).bytes(), { level: 9 }).length
  assert.ok(total > 50_000, 'the total includes the real files')
  assert.ok(total <= 250_000, `${total} bytes`)
})

function scriptsOf(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[\w.-]+\.js)"/g)].map(([, name = '']) => name)
}

/** Adds their static imports. Dynamic imports are calls, which the pattern does not match. */
async function withImports(names: string[], known = new Set<string>()): Promise<Set<string>> {
  for (const name of names) {
    if (known.has(name)) continue
    known.add(name)
    const script = await (await get(name)).text()
    const imports = [...script.matchAll(/(?:from|import) ?"\.\/([\w.-]+\.js)"/g)].map(
      ([, one = '']) => `/assets/${one}`,
    )
    await withImports(imports, known)
  }
  return known
}
