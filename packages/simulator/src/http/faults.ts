/** A request as faults see it. */
export type FaultyRequest = {
  method: string
  path: string
  /** `METHOD /path/{template}`. */
  route: string
  query: Record<string, string | undefined>
  headers: Record<string, string | undefined>
  body: unknown
}

/**
 * The kinds of faults. `accept-then-…` processes the request first and then breaks the response: the message is sent, but the
 * bot doesn't know. `last-page` omits `next` from a list, so that a part of it looks complete.
 */
export type FaultKind =
  | '401'
  | '403'
  | '404'
  | '410'
  | '429'
  | '429-quota'
  | '500'
  | '503'
  | 'hang'
  | 'drop'
  | '202-then-200'
  | 'drop-mid-body'
  | 'short-body'
  | 'long-body'
  | 'huge-length'
  | 'html-page'
  | 'slow'
  | 'no-length'
  | 'last-page'
  | 'accept-then-hang'
  | 'accept-then-drop'
  | 'accept-then-500'

export type FaultDraft = {
  /** A route such as `GET /v2/bot/message/{messageId}/content`, or a predicate on the request. */
  on: string | ((request: FaultyRequest) => boolean)
  /** How often; always by default, once for `202-then-200`. */
  times?: number
  do: FaultKind
  /** How long `slow` takes. */
  ms?: number
}

export type Fault = { kind: FaultKind; ms: number; hits: number }

export type Faults = {
  /** The first matching fault applies. `hits` of the result counts how often it did. */
  add(draft: FaultDraft): Fault
  clear(): void
}

export function createFaults(): Faults & { take(request: FaultyRequest): Fault | undefined } {
  let active: { fault: Fault; matches: (request: FaultyRequest) => boolean; times: number }[] = []
  return {
    add(draft) {
      const { on } = draft
      const matches = typeof on === 'function' ? on : ({ route }: FaultyRequest) => nameless(route) === nameless(on)
      const times = draft.times ?? (draft.do === '202-then-200' ? 1 : Number.POSITIVE_INFINITY)
      const fault = { kind: draft.do, ms: draft.ms ?? 200, hits: 0 }
      active.push({ fault, matches, times })
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

/** Parameter names don't matter: `{id}` and `{messageId}` are equal. */
function nameless(route: string): string {
  return route.replace(/\{[^}]*\}/g, '{}')
}
