import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openapiDocument } from '@innkeeper/contract'
import { Refusal } from '../../domain/refusal.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Handlers } from '../handlers.ts'
import { docsPage, docsPolicy, docsScript } from '../pages/docs-page.ts'
import { guidePolicy, guideStyle } from '../pages/guide-style.ts'

type Names = 'getHealth' | 'getReady' | 'getOpenapi' | 'getDocs' | 'getDocsAsset' | 'getGuide' | 'getGuidePage'

/** A map, because in a plain object `constructor` would be the name of an asset. */
const assetTypes = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['start.js', 'text/javascript; charset=utf-8'],
])

export function serviceHandlers(deps: AppDeps): Handlers<Names> {
  // Built once: callers without a key could request many of them without ever reading the response.
  const assets = new Map<string, Buffer>()
  const openapi = new Map<string, Buffer>()
  return {
    getHealth: () => ({ status: 'ok', timestamp: new Date(deps.clock()).toISOString() }),
    async getReady() {
      const problem = await deps.readiness.findProblem()
      if (problem) throw new Refusal('unavailable', problem)
      const warnings = [...deps.readiness.warnings(), ...deps.latestFindings.warnings()]
      return { status: 'ready', warnings, queues: deps.queues() }
    },
    getOpenapi() {
      const baseUrl = deps.baseUrl()
      return cached(openapi, baseUrl, () =>
        Buffer.from(JSON.stringify(openapiDocument({ version: deps.version, baseUrl }))),
      )
    },
    getDocs: ({ reply }) =>
      reply.type('text/html; charset=utf-8').header('content-security-policy', docsPolicy).send(docsPage),
    getDocsAsset({ params, reply }) {
      const { asset } = params
      const type = assetTypes.get(asset)
      if (!type) throw new Refusal('not-found')
      const bytes = cached(assets, asset, () => readAsset(asset))
      return reply.type(type).header('cache-control', 'max-age=3600').send(bytes)
    },
    getGuide: ({ reply }) => reply.redirect('/guide/self-hosting', 302),
    getGuidePage({ params, reply }) {
      reply.header('cache-control', 'max-age=3600')
      if (params.page === 'guide.css') return reply.type('text/css; charset=utf-8').send(guideStyle)
      const page = deps.guide.find(params.page)
      if (!page) throw new Refusal('not-found')
      return reply.type('text/html; charset=utf-8').header('content-security-policy', guidePolicy).send(page)
    },
  }
}

function cached(cache: Map<string, Buffer>, name: string, make: () => Buffer): Buffer {
  const known = cache.get(name)
  if (known) return known
  const fresh = make()
  cache.set(name, fresh)
  return fresh
}

function readAsset(name: string): Buffer {
  if (name === 'start.js') return Buffer.from(docsScript)
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  return readFileSync(join(folder, name))
}
