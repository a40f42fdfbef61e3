import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openapiDocument } from '@innkeeper/contract'
import { getPicture } from '../../actions/pictures.ts'
import { drawDefaultPicture } from '../../domain/default-picture.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { AppDeps } from '../app-deps.ts'
import { docsPage, docsScript } from '../docs-page.ts'
import type { Handlers } from '../handlers.ts'

type Names = 'getHealth' | 'getReady' | 'getOpenapi' | 'getDocs' | 'getDocsAsset' | 'getPicture' | 'getDefaultPicture'

const assetTypes: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'start.js': 'text/javascript; charset=utf-8',
}

/** A picture never changes under its name, and nothing in it is ever run. */
const pictureHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
}

export function serviceHandlers(deps: AppDeps): Handlers<Names> {
  return {
    getHealth: () => ({ status: 'ok', timestamp: new Date(deps.clock()).toISOString() }),
    async getReady() {
      const problem = await deps.readiness.findProblem()
      if (problem) throw new Refusal('unavailable', problem)
      return { status: 'ready', warnings: deps.readiness.warnings() }
    },
    getOpenapi: () => openapiDocument({ version: deps.version, baseUrl: deps.baseUrl() }),
    getDocs: ({ reply }) =>
      reply
        .type('text/html; charset=utf-8')
        .header(
          'content-security-policy',
          "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
        )
        .send(docsPage),
    getDocsAsset({ params, reply }) {
      const type = assetTypes[params.asset]
      if (!type) throw new Refusal('not-found')
      return reply.type(type).header('cache-control', 'max-age=3600').send(readAsset(params.asset))
    },
    async getPicture({ params, reply }) {
      const { contentType, sizeBytes, open } = await getPicture(deps, params.name)
      return reply.headers({ ...pictureHeaders, 'content-type': contentType, 'content-length': sizeBytes }).send(open())
    },
    getDefaultPicture({ params, reply }) {
      const drawing = drawDefaultPicture(params.name)
      if (!drawing) throw new Refusal('not-found')
      return reply.headers({ ...pictureHeaders, 'content-type': 'image/svg+xml' }).send(drawing)
    },
  }
}

function readAsset(name: string): Buffer | string {
  if (name === 'start.js') return docsScript
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  return readFileSync(join(folder, name))
}
