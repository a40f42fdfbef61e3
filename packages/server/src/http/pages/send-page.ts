import type { FastifyReply } from 'fastify'
import { chooseEncoding, compress, varyByEncoding } from '../sending/compress-json.ts'
import type { ConsoleFiles } from './console-files.ts'

/**
 * Sends the page of the console. Because of its nonce, it's compressed for each response, which takes a thread less than half a
 * millisecond. A phone on a slow network starts everything else a tenth of a second earlier then.
 */
export async function sendPage(
  reply: FastifyReply,
  consoleFiles: ConsoleFiles,
  { status }: { status: 200 | 404 },
): Promise<FastifyReply> {
  const { html, headers } = consoleFiles.page()
  reply.code(status).headers(headers)
  varyByEncoding(reply)
  const encoding = chooseEncoding(String(reply.request.headers['accept-encoding'] ?? ''))
  if (!encoding) return reply.send(html)
  const compressed = await compress(Buffer.from(html), encoding)
  return reply.header('content-encoding', encoding).send(compressed)
}
