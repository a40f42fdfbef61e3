import { isObject } from '../receiving/untrusted-json.ts'
import { type Answer, toSilence, unparsable } from './api-errors.ts'

/**
 * One request and its whole response, within a time limit. Throws `PlatformSilence` if there is no response. Our own client and
 * not the official SDK's, because that one waits without a limit: see docs/adr/0005-line.md.
 */
export type Exchange = (
  what: string,
  url: string,
  request: { method: 'GET' | 'POST' | 'PUT'; headers: Record<string, string>; body?: string; timeLimitMs: number },
) => Promise<WholeAnswer>

/** `json` gives the object, or throws `PlatformSilence`. */
export type WholeAnswer = Answer & { json(): Record<string, unknown> }

/** A page of 100 member ids has 4 kB; no response we expect comes near this. */
const mostAnswerBytes = 1024 * 1024

export function createExchange(fetch: typeof globalThis.fetch): Exchange {
  return async (what, url, { timeLimitMs, ...request }) => {
    const answer = await ask().catch((error: unknown) => {
      throw toSilence(what, error)
    })
    return { ...answer, json: () => parse(what, answer) }

    async function ask(): Promise<Answer> {
      const signal = AbortSignal.timeout(timeLimitMs)
      return await readAnswer(await fetch(url, { ...request, redirect: 'manual', signal }))
    }
  }
}

export async function readAnswer(response: Response): Promise<Answer> {
  const bytes = await readAtMost(response, mostAnswerBytes)
  return {
    status: response.status,
    requestId: response.headers.get('x-line-request-id'),
    answeredAt: readDate(response.headers.get('date')),
    text: bytes === undefined ? '' : new TextDecoder().decode(bytes),
  }
}

function readDate(text: string | null): number | undefined {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** Undefined: there was more, and the rest wasn't read. */
export async function readAtMost(response: Response, mostBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  // Leaving the loop early ends the download.
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parse(what: string, answer: Answer): Record<string, unknown> {
  let body: unknown
  try {
    body = JSON.parse(answer.text)
  } catch {
    throw unparsable(what, answer)
  }
  if (!isObject(body)) throw unparsable(what, answer)
  return body
}
