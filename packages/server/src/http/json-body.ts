import type { FastifyInstance } from 'fastify'
import { invalid } from '../domain/refusal.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Bodies are JSON in UTF-8 or absent. `__proto__` stays an ordinary member here, and is refused later like every other
 * unknown one.
 */
export function takeJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    parseJson(body),
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    if (body.length > 0) throw invalid('Content-Type must be application/json')
    return undefined
  })
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    throw invalid('Body is not valid JSON in UTF-8')
  }
}
