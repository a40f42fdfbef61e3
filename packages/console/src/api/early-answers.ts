/**
 * Requests that were sent while the code of a screen was still loading. On a slow network its answers are there by then, instead
 * of a second or two later.
 */
const early = new Map<string, { answer: Promise<Response>; until: number }>()

/** Longer than the code takes on a slow phone network, and too short for an answer to become wrong. */
const keptMs = 30_000

/** Returns the answers that are on their way. */
export function askEarly(paths: readonly string[]): Promise<Response>[] {
  const until = performance.now() + keptMs
  return paths.map((path) => {
    const answer = load(path)
    early.set(path, { answer, until })
    return answer
  })
}

/** The answer to this request if it was asked early. Each can be used once, and none after something was changed. */
export function takeEarly(request: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> | undefined {
  if (early.size === 0) return undefined
  if ((init?.method ?? 'GET') !== 'GET') {
    early.clear()
    return undefined
  }
  const path = String(request)
  const found = early.get(path)
  early.delete(path)
  return found && performance.now() < found.until ? found.answer : undefined
}

async function load(path: string): Promise<Response> {
  const response = await fetch(path)
  // Reads the body now, because an unread one occupies one of the browser's few connections.
  return new Response(await response.arrayBuffer(), response)
}
