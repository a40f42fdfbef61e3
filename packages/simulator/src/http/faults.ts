import * as kit from '@innkeeper/simulator-kit'

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

/** The kinds of faults. `last-page` omits `next` from a list, so that a part of it looks complete. */
export type FaultKind =
  | kit.WireFault
  | '401'
  | '403'
  | '404'
  | '410'
  | '429'
  | '429-quota'
  | '500'
  | '503'
  | '202-then-200'
  | 'last-page'
  | 'accept-then-500'

/** `on` is a route such as `GET /v2/bot/message/{messageId}/content`. `202-then-200` happens once unless `times` is set. */
export type FaultDraft = kit.FaultDraft<FaultKind, FaultyRequest>
export type Fault = kit.Fault<FaultKind>
export type Faults = kit.Faults<FaultKind, FaultDraft>

export function createFaults(): Faults & { take(request: FaultyRequest): Fault | undefined } {
  const faults = kit.createFaults<FaultKind, FaultyRequest, FaultDraft>((route, on) => nameless(route) === nameless(on))
  return { ...faults, add: (draft) => faults.add(draft.do === '202-then-200' ? { times: 1, ...draft } : draft) }
}

/** Parameter names don't matter: `{id}` and `{messageId}` are equal. */
function nameless(route: string): string {
  return route.replace(/\{[^}]*\}/g, '{}')
}
