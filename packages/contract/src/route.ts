import type { Static, TObject, TSchema } from 'typebox'
import type { Cost } from './budgets.ts'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call a route. `public`: anybody; `key`: any valid key; `operator`: a key with operator rights; the others name the
 * least role in the channel of the path, `visitor` meaning any role, a guest's included. A route that changes something also needs a key of scope `full`.
 */
export type Permission = 'public' | 'key' | 'operator' | 'visitor' | 'member' | 'admin' | 'owner'

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Segments written `:name` are parameters. */
  path: string
  tag: 'Service' | 'Account' | 'Channels' | 'Members' | 'Assistant' | 'Backup' | 'Platforms' | 'Operator'
  summary: string
  description?: string
  permission: Permission
  /** The caller must also be subscribed to the channel's backup. */
  subscriber?: true
  /** Not a GET, because what is asked does not fit into an address, but nothing is changed: a key of scope `read` will do. */
  readsOnly?: true
  /** Expensive: what one person and one channel may use of it is limited, beside the number of requests. */
  cost?: Cost
  /**
   * What it is about has editions: answers that hold it bear `ETag`, and PUT and DELETE take `If-Match`, which refuses them
   * where somebody else has changed it meanwhile.
   */
  edition?: true
  params?: TObject
  query?: TObject
  body?: TSchema
  /** A request without a body counts as one with `{}`. */
  bodyIsOptional?: true
  /** What to do instead where the body is too large; ends that refusal. */
  ifTooLarge?: string
  /** The body is taken as bytes, whatever its type: what was signed must not be touched before it is checked. */
  raw?: { mostBytes: number }
  answer:
    | { status: 200 | 201; schema: TSchema; headers?: Record<string, string> }
    /** Bytes of one of these types. `elsewhere`: where the caller may be led instead, if they ask for it. */
    | {
        status: 200
        media: readonly string[]
        partial?: true
        elsewhere?: string
        headers?: Record<string, string>
      }
    /** Leads the browser elsewhere. */
    | { status: 302; to: string }
  /** Refusals of this route beyond those that its permission and its input imply. */
  errors?: readonly ErrorCode[]
}

/** Keeps the literal types of a table while checking its shape. */
export function defineRoutes<const T extends Record<string, Route>>(table: T): T {
  return table
}

type StaticOf<T> = T extends TSchema ? Static<T> : Record<never, never>

export type ParamsOf<R extends Route> = StaticOf<R['params']>
export type QueryOf<R extends Route> = StaticOf<R['query']>
export type BodyOf<R extends Route> = R['body'] extends TSchema ? Static<R['body']> : undefined
export type AnswerOf<R extends Route> = R['answer'] extends { schema: infer S extends TSchema } ? Static<S> : never

export function takesIfMatch({ edition, method }: Route): boolean {
  return edition === true && (method === 'PUT' || method === 'DELETE')
}

/** What was deleted has no edition any more. */
export function answersWithETag({ edition, method }: Route): boolean {
  return edition === true && method !== 'DELETE'
}

/** Every refusal a caller of this route can meet. */
export function errorsOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors)
  codes.add('invalid')
  if (route.path.startsWith('/api')) {
    for (const code of ['authentication-failed', 'too-many-requests', 'internal', 'unavailable'] as const) {
      codes.add(code)
    }
  }
  const needsFullScope = route.method !== 'GET' && !route.readsOnly
  if (route.permission !== 'public' && (route.permission !== 'key' || needsFullScope)) codes.add('permission-denied')
  if (route.permission === 'member' || route.permission === 'admin' || route.permission === 'owner')
    codes.add('membership-unconfirmed')
  if (route.subscriber) codes.add('not-a-subscriber')
  if (takesIfMatch(route)) codes.add('changed-meanwhile')
  if (route.permission !== 'public') codes.add('cross-site')
  return [...codes]
}
