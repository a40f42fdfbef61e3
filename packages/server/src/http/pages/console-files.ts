import { hash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { acceptsEncoding } from '../sending/accept-encoding.ts'
import { inertPolicy } from './security-headers.ts'

/** The built console, read once: it is only a few files, and every new browser requests all of them. */
export type ConsoleFiles = {
  page(): { html: string; headers: Record<string, string> }
  find(name: string, acceptEncoding: string): File | undefined
  /** In English if there is none in this language; undefined if the console is not built. */
  manifest(language: string): File | undefined
  serviceWorker(): File | undefined
}

type File = { bytes: Buffer; headers: Record<string, string> }

type Asset = { plain: Buffer; brotli: Buffer | undefined; gzip: Buffer | undefined; type: string }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** `framedBy`: origins whose pages may embed the console, such as the demo's. */
export function readConsoleFiles(folder: string, { framedBy }: { framedBy: readonly string[] }): ConsoleFiles {
  const pagePath = join(folder, 'index.html')
  const assetsPath = join(folder, 'assets')
  if (!existsSync(pagePath) || !existsSync(assetsPath)) return notBuilt
  const html = readFileSync(pagePath, 'utf8')
  const scripts = hashScripts(html)
  const assets = readAssets(assetsPath)
  const manifests = readManifests(folder)
  const worker = readFileSync(join(folder, 'service-worker.js'))
  return {
    page() {
      const nonce = randomBytes(16).toString('base64')
      return { html: html.replaceAll(nonceMark, nonce), headers: pageHeaders({ nonce, scripts, framedBy }) }
    },
    find(name, acceptEncoding) {
      const asset = assets.get(name)
      if (!asset) return undefined
      const headers: Record<string, string> = {
        'content-type': asset.type,
        // Its name contains a hash of its content.
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': inertPolicy,
        vary: 'accept-encoding',
      }
      const [encoding, bytes] = choose(asset, acceptEncoding)
      if (encoding) headers['content-encoding'] = encoding
      return { bytes, headers }
    },
    manifest(language) {
      const bytes = manifests.get(language) ?? manifests.get('en')
      return bytes && { bytes, headers: { ...revalidated, 'content-type': 'application/manifest+json' } }
    },
    serviceWorker: () => ({ bytes: worker, headers: workerHeaders }),
  }
}

/** Its URL never changes, so a browser asks each time whether there is a new one. */
const revalidated = { 'cache-control': 'no-cache', 'content-security-policy': inertPolicy }

/** Tells the service worker that what it receives is from this program, and not from one that took its place at this URL. */
const ownMark = { 'x-innkeeper': 'console' }

const workerHeaders = {
  ...revalidated,
  ...ownMark,
  'content-type': 'text/javascript; charset=utf-8',
  'content-security-policy': "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'",
}

/** By language. */
function readManifests(folder: string): Map<string, Buffer> {
  const path = join(folder, 'manifests')
  const names = readdirSync(path).filter((name) => extname(name) === '.webmanifest')
  return new Map(names.map((name) => [basename(name, '.webmanifest'), readFileSync(join(path, name))]))
}

/** Placeholder in the page for the nonce of each response. */
const nonceMark = '__NONCE__'

/** Of the scripts in the page itself, as the content security policy names them. */
function hashScripts(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${hash('sha256', code, 'base64')}'`,
  )
}

type Policy = { nonce: string; scripts: readonly string[]; framedBy: readonly string[] }

/**
 * Only our own files are loaded and run, and of scripts in the page only those that were built into it. Styles that components
 * create at run time carry the nonce.
 */
function pageHeaders({ nonce, scripts, framedBy }: Policy): Record<string, string> {
  const policy = {
    'default-src': "'none'",
    'script-src': ["'self'", ...scripts].join(' '),
    'style-src': `'self' 'nonce-${nonce}'`,
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'media-src': "'self' blob:",
    'font-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': framedBy.length > 0 ? framedBy.join(' ') : "'none'",
  }
  return {
    ...ownMark,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  }
}

/** Services of one process share what was read: it belongs to the program. */
const assetsByFolder = new Map<string, Map<string, Asset>>()

function readAssets(folder: string): Map<string, Asset> {
  const known = assetsByFolder.get(folder)
  if (known) return known
  const assets = new Map<string, Asset>()
  for (const name of readdirSync(folder)) {
    const type = types[extname(name)]
    if (!type) continue
    const read = (end: string) => {
      const path = join(folder, name + end)
      return existsSync(path) ? readFileSync(path) : undefined
    }
    assets.set(name, { plain: readFileSync(join(folder, name)), brotli: read('.br'), gzip: read('.gz'), type })
  }
  assetsByFolder.set(folder, assets)
  return assets
}

function choose({ plain, brotli, gzip }: Asset, acceptEncoding: string): [encoding: string | undefined, Buffer] {
  if (brotli && acceptsEncoding(acceptEncoding, 'br')) return ['br', brotli]
  if (gzip && acceptsEncoding(acceptEncoding, 'gzip')) return ['gzip', gzip]
  return [undefined, plain]
}

const notBuilt: ConsoleFiles = {
  page: () => ({
    html:
      '<!doctype html><meta charset="utf-8"><title>Innkeeper</title>' +
      '<p>The console is not built yet. Run <code>npm run build</code> in the program folder, then restart the service. ' +
      'The <a href="/docs">API reference</a> is already available.</p>',
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  }),
  find: () => undefined,
  manifest: () => undefined,
  serviceWorker: () => undefined,
}
