import * as kit from '@innkeeper/simulator-kit'

/** A request as faults see it. */
export type FaultyRequest = {
  /** The method of the Bot API in lower case, `file` for a download, or `token` or `keys` of signing in. */
  route: string
  httpMethod: string
  parameters: Record<string, unknown>
}

/**
 * `502` is the HTML page of a proxy. `unavailable` is the refusal of a file for now. `delay` answers properly, but late. The
 * token counts as revoked with `401`.
 */
export type FaultKind =
  | kit.WireFault
  | '400'
  | '401'
  | '403'
  | '404'
  | '429'
  | '500'
  | '502'
  | 'unavailable'
  | 'delay'
  | 'accept-then-500'

export type FaultDraft = kit.FaultDraft<FaultKind, FaultyRequest> & {
  /** Of `429`. */
  retryAfterSeconds?: number
  /** The description of `400` and `403`. */
  words?: string
}

export type Fault = kit.Fault<FaultKind, FaultDraft>
export type Faults = kit.Faults<FaultKind, FaultDraft>

export function createFaults() {
  return kit.createFaults<FaultKind, FaultyRequest, FaultDraft>((route, on) => route === on.toLowerCase())
}
