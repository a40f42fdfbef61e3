import { accountHeader } from './accounts-here.ts'

declare global {
  /** What the script in the page has requested while the app was still loading, by its path. It shares no module with the app. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined
}

/** Longer than the code takes on a slow phone network, and too short for an answer to become wrong. */
const keptMs = 30_000

/** Called once, when the page opens. On a slow network the answers are there with the app, instead of a second or two later. */
export function askEarly(paths: readonly string[]): void {
  globalThis.earlyAnswers = new Map(paths.map((path) => [path, load(path)]))
}

/** The answer to this request if it was asked early. Each can be used once, and none after something was changed. */
export function takeEarly(request: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> | undefined {
  const early = globalThis.earlyAnswers
  if (!early?.size) return undefined
  if ((init?.method ?? 'GET') !== 'GET' || performance.now() > keptMs) {
    early.clear()
    return undefined
  }
  const path = String(request)
  // What another account is asked wasn't asked early.
  if (nameOf(init?.headers) !== nameOf(accountHeader(path))) return undefined
  const answer = early.get(path)
  early.delete(path)
  return answer
}

const nameOf = (headers: HeadersInit | undefined) => new Headers(headers).get('innkeeper-account')

function load(path: string): Promise<Response> {
  const answer = fetch(path, { headers: accountHeader(path) }).then(
    // Reads the body now, because an unread one occupies one of the browser's few connections.
    async (response) => new Response(await response.arrayBuffer(), response),
  )
  // If no one uses it, no one has to know that it failed.
  answer.catch(() => undefined)
  return answer
}
