/**
 * Faults that every platform can have. `accept-then-…` processes the request first and then breaks the response: the message is
 * sent, but the bot doesn't know.
 */
export type WireFault =
  | 'hang'
  | 'drop'
  | 'drop-mid-body'
  | 'short-body'
  | 'long-body'
  | 'huge-length'
  | 'html-page'
  | 'slow'
  | 'no-length'
  | 'accept-then-hang'
  | 'accept-then-drop'

export type FaultDraft<Kind, Request> = {
  /** A route, or a predicate on the request. */
  on: string | ((request: Request) => boolean)
  /** How often; always by default. */
  times?: number
  do: Kind
  /** How long `slow` and delays take. */
  ms?: number
}

export type Fault<Kind, Draft = object> = { kind: Kind; ms: number; hits: number; draft: Draft }

export type Faults<Kind, Draft> = {
  /** The first matching fault applies. `hits` of the result counts how often it did. */
  add(draft: Draft): Fault<Kind, Draft>
  clear(): void
}

/** `isSameRoute` compares the route of a request with the `on` of a fault. */
export function createFaults<Kind, Request extends { route: string }, Draft extends FaultDraft<Kind, Request>>(
  isSameRoute: (route: string, on: string) => boolean,
): Faults<Kind, Draft> & { take(request: Request): Fault<Kind, Draft> | undefined } {
  let active: { fault: Fault<Kind, Draft>; matches: (request: Request) => boolean; times: number }[] = []
  return {
    add(draft) {
      const { on } = draft
      const matches = typeof on === 'function' ? on : ({ route }: Request) => isSameRoute(route, on)
      const fault = { kind: draft.do, ms: draft.ms ?? 200, hits: 0, draft }
      active.push({ fault, matches, times: draft.times ?? Number.POSITIVE_INFINITY })
      return fault
    },
    clear() {
      active = []
    },
    take(request) {
      const found = active.find(({ fault, times, matches }) => fault.hits < times && matches(request))
      if (found) found.fault.hits++
      return found?.fault
    },
  }
}
