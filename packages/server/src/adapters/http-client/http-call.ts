import { type Answer, type RemoteApi, readAnswer, toSilence, unparsable } from './answer.ts'
import { isObject } from './untrusted-json.ts'

/** Sends a request and reads the whole response within a time limit. Throws `PlatformSilence` if no response arrives. */
export type Exchange = (
  what: string,
  url: string,
  request: {
    method: 'GET' | 'POST' | 'PUT'
    headers: Record<string, string>
    body?: string
    timeLimitMs: number
    /** Gives the request up before that. */
    signal?: AbortSignal
  },
) => Promise<WholeAnswer>

/** `json` gives the object, or throws `PlatformSilence`. */
export type WholeAnswer = Answer & { json(): Record<string, unknown> }

/** `what` names a call in errors, without IDs. Redirects aren't followed, because that would send a token elsewhere. */
export function createExchange(api: RemoteApi, fetch: typeof globalThis.fetch): Exchange {
  return async (what, url, { timeLimitMs, signal: givenUp, ...request }) => {
    const answer = await ask().catch((error: unknown) => {
      throw toSilence(api, what, error)
    })
    return { ...answer, json: () => parse(api, what, answer) }

    async function ask(): Promise<Answer> {
      const tooLate = AbortSignal.timeout(timeLimitMs)
      const signal = givenUp === undefined ? tooLate : AbortSignal.any([tooLate, givenUp])
      return await readAnswer(api, await fetch(url, { ...request, redirect: 'manual', signal }))
    }
  }
}

function parse(api: RemoteApi, what: string, answer: Answer): Record<string, unknown> {
  let body: unknown
  try {
    body = JSON.parse(answer.text)
  } catch {
    throw unparsable(api, what, answer)
  }
  if (!isObject(body)) throw unparsable(api, what, answer)
  return body
}
