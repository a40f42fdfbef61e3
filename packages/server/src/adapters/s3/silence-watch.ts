import type { S3Client } from '@aws-sdk/client-s3'

export type Patience = {
  /** A request without an answer for so long asks whether the store answers anything at all. */
  askAfterMs: number
  /** How long the answer to that may take. */
  answerMs: number
}

/** A store that doesn't answer is found out within half a minute, so that an operator is told within one. */
export const patience: Patience = { askAfterMs: 20_000, answerMs: 10_000 }

/** So that what is left to do at a silent store takes no time, such as removing a lock. */
const believedForMs = 30_000

class Silence extends Error {
  override name = 'Timeout'
}

/**
 * Ends requests to a store that has gone silent. Those to a store that is only slow go on, because it answers others meanwhile. Without
 * this, a request would be repeated until all its tries have used up their time, which takes minutes.
 */
export function endSilentRequests(
  client: S3Client,
  isAnswering: () => Promise<boolean>,
  { askAfterMs }: Patience,
): void {
  let silentSince = Number.NEGATIVE_INFINITY
  let asking: Promise<boolean> | undefined
  const ask = () => {
    asking ??= isAnswering().finally(() => {
      asking = undefined
    })
    return asking
  }
  const { requestHandler } = client.config
  const handle = requestHandler.handle.bind(requestHandler)
  requestHandler.handle = async (request, options) => {
    if (performance.now() - silentSince < believedForMs) throw new Silence()
    const ending = new AbortController()
    const look = async () => {
      if (await ask()) return
      silentSince = performance.now()
      ending.abort()
    }
    const timer = setInterval(() => void look(), askAfterMs)
    const { abortSignal: given }: { abortSignal?: unknown } = options ?? {}
    const signals = [ending.signal, ...(given instanceof AbortSignal ? [given] : [])]
    try {
      return await handle(request, { ...options, abortSignal: AbortSignal.any(signals) })
    } catch (error) {
      throw ending.signal.aborted ? new Silence() : error
    } finally {
      clearInterval(timer)
    }
  }
}
