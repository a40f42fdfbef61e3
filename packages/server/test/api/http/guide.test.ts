import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const docs = new URL('../../../../../docs/', import.meta.url)
const pages = ['self-hosting', 'exporting', 'importing', 'webhooks', 'mcp', 'asking', 'scaling', 'contract', 'glossary']

const open = async (path: string) => {
  const response = await fetch(`${service.url}${path}`)
  return { status: response.status, url: response.url, headers: response.headers, html: await response.text() }
}

test('the guide can be read in the browser without a key, and its address leads to the first page', async () => {
  const { status, url, html, headers } = await open('/guide')
  assert.equal(status, 200)
  assert.ok(url.endsWith('/guide/self-hosting'))
  assert.match(html, /<h2 id="connecting-line">Connecting LINE<\/h2>/)
  assert.doesNotMatch(html, /<script|style="/)
  assert.match(String(headers.get('content-security-policy')), /default-src 'none'/)
  assert.equal((await open('/guide/guide.css')).headers.get('content-type'), 'text/css; charset=utf-8')
})

test('every link in the guide leads somewhere', async () => {
  const anchors = new Map<string, Set<string>>()
  const links: { page: string; href: string }[] = []
  for (const page of pages) {
    const { status, html } = await open(`/guide/${page}`)
    assert.equal(status, 200, page)
    anchors.set(`/guide/${page}`, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)))
    for (const [, href = ''] of html.matchAll(/<a href="([^"]+)"/g)) links.push({ page: `/guide/${page}`, href })
  }
  assert.ok(links.length > 20)
  for (const { page, href } of links) {
    if (/^https?:/.test(href) || href === '/') continue
    const [path, anchor] = href.startsWith('#') ? [page, href.slice(1)] : href.split('#')
    const known = anchors.get(path ?? '')
    assert.ok(known, `${page} links to ${href}`)
    if (anchor !== undefined) assert.ok(known.has(anchor), `${page} links to ${href}, which has no such section`)
  }
})

test('every section of a page is there', async () => {
  for (const page of pages) {
    const { html } = await open(`/guide/${page}`)
    const source = readFileSync(new URL(`${page}.md`, docs), 'utf8')
    const headings = source.replaceAll(/^```[\s\S]*?^```/gm, '').match(/^#+ .+$/gm) ?? []
    assert.equal(html.match(/<h[1-6] id=/g)?.length, headings.length, page)
  }
})

test('a page that does not exist is not found, and no other file can be read', async () => {
  for (const name of ['nowhere', 'README', '..%2FREADME', '..%2f..%2fpackage.json', 'constructor']) {
    assert.equal((await open(`/guide/${name}`)).status, 404, name)
  }
})
