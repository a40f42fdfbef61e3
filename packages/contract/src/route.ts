import type { Static, TObject, TSchema } from 'typebox'
import type { Cost } from './budgets.ts'
import type { ErrorCode } from './errors.ts'

/**
 * Who can call a route. `public`: anyone; `key`: any valid key; `operator`: a key with operator rights. The others name the
 * lowest role in the channel of the path; `visitor` means any role, including guests. A route that changes something also needs a
 * key of scope `full`.
 */
export type Permission = 'public' | 'key' | 'operator' | 'visitor' | 'member' | 'admin' | 'owner'

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Segments written `:name` are parameters. */
  path: string
  tag:
    | 'Service'
    | 'Account'
    | 'Channels'
    | 'Members'
    | 'Assistant'
    | 'Backup'
    | 'Webhooks'
    | 'MCP'
    | 'Platforms'
    | 'Operator'
  summary: string
  description?: string
  permission: Permission
  /** The caller must also be subscribed to the channel's backup. */
  subscriber?: true
  /**
   * Speaks JSON-RPC: only POST, only with a key in the header, and errors of the protocol have a form of their own. Browsers may
   * call it from pages of ours and of allowed origins only.
   */
  jsonRpc?: true
  /** Affects all channels of the caller, so a key that is limited to chosen channels isn't enough. */
  everywhere?: true
  /** Not a GET, because the input does not fit into a URL. Nothing is changed, so a key of scope `read` is enough. */
  readsOnly?: true
  /** Expensive: in addition to the rate limit, each person and each channel has a budget for it. */
  cost?: Cost
  /**
   * Responses have an `ETag`, and PUT and DELETE accept `If-Match`, which refuses them if someone else has changed the resource
   * in the meantime.
   */
  edition?: true
  params?: TObject
  query?: TObject
  body?: TSchema
  /** A request without a body is treated like `{}`. */
  bodyIsOptional?: true
  /** What to do if the body is too large; appended to that error message. */
  ifTooLarge?: string
  /** The body is read as bytes, regardless of its type: signed bytes must not be changed before the signature is checked. */
  raw?: { mostBytes: number }
  /** The body is a file of any type, which is passed on while it arrives. */
  upload?: true
  answer:
    | {
        status: 200 | 201
        schema: TSchema
        headers?: Record<string, string>
        /** For callers that accept `application/x-ndjson`: a line for each thing as soon as it is known, and the answer as the last one. */
        lines?: TSchema
      }
    /** Bytes of one of these types. `elsewhere`: describes the redirect that the caller can ask for instead. */
    | {
        status: 200
        media: readonly string[]
        partial?: true
        elsewhere?: string
        headers?: Record<string, string>
      }
    /** Redirects the browser. */
    | { status: 302; to: string }
  /** Errors of this route in addition to those that its permission and its input imply. */
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

/** A deleted resource has no ETag. */
export function answersWithETag({ edition, method }: Route): boolean {
  return edition === true && method !== 'DELETE'
}

/** Every error that this route can return. */
export function errorsOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors)
  codes.add('invalid')
  if (route.path.startsWith('/api') || route.permission !== 'public') {
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
