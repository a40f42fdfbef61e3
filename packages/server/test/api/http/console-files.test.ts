import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${service.url}${path}`, { headers })
type Manifest = {
  lang: string
  id: string
  start_url: string
  display: string
  description: string
  icons: { src: string; sizes: string; purpose: string }[]
}

const pages = ['/', '/sign-in', '/account', '/channels/C1', '/channels/C1/search', '/channels/C1/gallery']

/** And the one in the page, which requests what the page needs. */
const onlyOwnScripts = /^default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}='; /

test('every console URL serves the page, which can only load and run its own files', async () => {
  for (const path of pages) {
    const answer = await get(path)
    assert.equal(answer.status, 200, path)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, onlyOwnScripts)
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
    assert.match(page.headers.get('content-security-policy') ?? '', onlyOwnScripts)
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
  const [name = ''] = /app-[\w-]+\.js/.exec(await (await get('/')).text()) ?? []
  const plain = await get(`/assets/${name}`, { 'accept-encoding': 'identity' })
  assert.equal(plain.headers.get('content-encoding'), null)
  assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  const bytes = await plain.text()
  const refused = await get(`/assets/${name}`, { 'accept-encoding': 'br;q=0, gzip;q=0.0' })
  assert.equal(refused.headers.get('content-encoding'), null)
  for (const encoding of ['br', 'gzip']) {
    const small = await get(`/assets/${name}`, { 'accept-encoding': encoding })
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

test('the page needs nothing else to show that it is loading, and then requests few files', async () => {
  const html = await (await get('/')).text()
  // No style sheet delays the first paint.
  assert.doesNotMatch(html, /rel="stylesheet"/)
  assert.match(html, /<style nonce="[^"]+">/)
  // Whichever file of styles comes first, those of the page give way to those of components.
  assert.match(html, /@layer page, ?mantine;/)
  assert.match(html, /class="splash"/)
  const sent = await get('/', { 'accept-encoding': 'br' })
  assert.equal(sent.headers.get('content-encoding'), 'br')
  assert.match(sent.headers.get('vary') ?? '', /accept-encoding/)
  assert.ok(Number(sent.headers.get('content-length')) < 4200, `${sent.headers.get('content-length')} bytes`)
  assert.equal((await get('/', { 'accept-encoding': 'identity' })).headers.get('content-encoding'), null)
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[\w.-]+\.(?:js|css))"/g)].map(([, file = '']) => file)
  assert.equal(files.length, 1)
  // What the page and the script in it can request.
  const [, script = ''] = /<script>([\s\S]+?)<\/script>/.exec(html) ?? []
  const requested = [...script.matchAll(/[\w-]+\.(?:js|css)\b/g)].map(([name]) => `/assets/${name}`)
  assert.ok(requested.length > 50, script)
  for (const file of [...files, ...requested]) assert.equal((await get(file)).status, 200, file)
})

test('the console can be installed, in the language of its reader', async () => {
  const html = await (await get('/')).text()
  assert.match(html, /<link rel="manifest" href="\/manifest\.webmanifest"/)
  const descriptions = new Set<string>()
  for (const language of ['en', 'ja', 'zh-TW', 'th']) {
    const answer = await get(`/manifest.webmanifest?language=${language}`)
    assert.equal(answer.headers.get('content-type'), 'application/manifest+json')
    assert.equal(answer.headers.get('cache-control'), 'no-cache')
    const manifest = (await answer.json()) as Manifest
    assert.deepEqual(
      [manifest.lang, manifest.id, manifest.start_url, manifest.display],
      [language, '/', '/', 'standalone'],
    )
    descriptions.add(manifest.description)
    const purposes = manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)
    assert.deepEqual(purposes, ['any 192x192', 'any 512x512', 'maskable 512x512'])
    for (const { src } of manifest.icons) {
      const icon = await get(src)
      assert.equal(icon.headers.get('content-type'), 'image/png')
      assert.equal(icon.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    }
  }
  assert.equal(descriptions.size, 4)
  for (const path of ['/manifest.webmanifest?language=nowhere', '/manifest.webmanifest']) {
    assert.equal(((await (await get(path)).json()) as Manifest).lang, 'en', path)
  }
})

test('the service worker is checked at every use, can reach nothing but us, and keeps no answer of the API', async () => {
  const answer = await get('/service-worker.js?language=ja')
  assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8')
  assert.equal(answer.headers.get('cache-control'), 'no-cache')
  assert.equal(
    answer.headers.get('content-security-policy'),
    "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'",
  )
  assert.equal(answer.headers.get('x-innkeeper'), 'console')
  const script = await answer.text()
  const files = [...new Set(script.match(/\/assets\/[\w.-]+\w/g))]
  assert.ok(files.length > 20, files.join())
  for (const path of files) assert.equal((await get(path)).status, 200, path)
  assert.equal((await get('/')).headers.get('x-innkeeper'), 'console')
})
