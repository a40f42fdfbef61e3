import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { acceptsEncoding } from './accept-encoding.ts'

type Encoding = 'br' | 'gzip'

/** Shorter bodies fit into one packet with their headers, compressed or not. */
export const shortestCompressed = 1400

/**
 * How to send a JSON body to a client that accepts this; undefined to send it as it is. A page of messages is a sixth as large
 * then, which is what a phone waits for. Other sites can't guess secrets from the sizes of responses, because requests that they
 * cause are sent without the sign-in (`SameSite=Strict`).
 */
export function chooseEncoding(accepted: string): Encoding | undefined {
  if (acceptsEncoding(accepted, 'br')) return 'br'
  return acceptsEncoding(accepted, 'gzip') ? 'gzip' : undefined
}

/** In a thread of the pool, so that a large body doesn't delay other requests. */
export async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? await brotli(bytes, { params }) : await gzipped(bytes, { level: 5 })
}

export function varyByEncoding(reply: FastifyReply): void {
  const known = reply.getHeader('vary')
  reply.header('vary', known === undefined ? 'accept-encoding' : `${known}, accept-encoding`)
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip) as (bytes: Buffer, options: { level: number }) => Promise<Buffer>

/** Better than gzip at the same speed. Higher qualities take several times as long for a tenth less. */
const params = {
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
}
