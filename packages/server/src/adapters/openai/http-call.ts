import { ModelFailure } from '../../domain/assistant/answering/model-question.ts'

/** A complete response, whatever its status. */
export type Answer = { status: number; text: string }

/** A response of the size we ask for has one kilobyte; with a long list of models, a few hundred. */
const mostAnswerBytes = 256 * 1024

/** One request and its whole response. Throws `ModelFailure` if there is none before `signal` is aborted. */
export async function exchange(url: string, request: RequestInit & { signal: AbortSignal }): Promise<Answer> {
  try {
    // Following a redirect would send the key, and what a member wrote, elsewhere.
    const response = await fetch(url, { ...request, redirect: 'manual' })
    return { status: response.status, text: await readWhole(response) }
  } catch (error) {
    throw error instanceof ModelFailure ? error : new ModelFailure('silence', describe(error))
  }
}

async function readWhole(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  // Leaving the loop early ends the download.
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > mostAnswerBytes) throw new ModelFailure('unreadable', `its answer exceeds ${mostAnswerBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The error of `fetch` itself is not passed on: it may quote headers, and so the key. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'it did not answer'
  if (error.name === 'TimeoutError') return 'it did not answer in time'
  if (error.name === 'AbortError') return 'the request was cancelled'
  const { cause } = error
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? `it could not be reached (${code})` : 'the connection to it failed'
}
