import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { nameParameters } from './send-download.ts'

/** Sends a CSV file while it's made. What is refused is refused before anything is sent. */
export async function sendTable(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  fileName: string,
  table: AsyncGenerator<string>,
): Promise<FastifyReply> {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; ${nameParameters(fileName)}`,
  }
  if (request.method === 'HEAD') return reply.headers(headers).send('')
  const first = await table.next()
  return reply.headers(headers).send(Readable.from(startingWith(first, table)))
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    if (!first.done) yield first.value
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
