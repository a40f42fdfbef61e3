import {
  type AnswerOf,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type Route,
  type RouteName,
  type Routes,
  routes,
} from '@innkeeper/contract'

type BodyInput<R extends Route> = R['body'] extends object ? { body: BodyOf<R> } : Record<never, never>

/** Path parameters, query parameters and, where the route takes one, `body`. */
export type CallInput<Name extends RouteName> = ParamsOf<Routes[Name]> & QueryOf<Routes[Name]> & BodyInput<Routes[Name]>

/** Not what only platforms call. */
type CallableName = { [Name in RouteName]: Routes[Name] extends { raw: object } ? never : Name }[RouteName]
type JsonRouteName = {
  [Name in CallableName]: Routes[Name]['answer'] extends { schema: unknown } ? Name : never
}[CallableName]
type FileRouteName = Exclude<CallableName, JsonRouteName>
type Arguments<Name extends RouteName> =
  Record<never, never> extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>]

/** One method a route, under the route's name. Routes that answer files give the response itself. */
export type Client = {
  [Name in JsonRouteName]: (...input: Arguments<Name>) => Promise<AnswerOf<Routes[Name]>>
} & {
  [Name in FileRouteName]: (...input: Arguments<Name>) => Promise<Response>
}

export type ClientOptions = {
  /** Such as https://innkeeper.example, without a slash at the end. */
  baseUrl: string
  /** Absent for the routes that need none. */
  key?: string
  fetch?: typeof fetch
}

/** The service answered, and said no. */
export class InnkeeperError extends Error {
  readonly status: number
  /** Quote it to the operator. */
  readonly requestId: string | null
  /** Seconds to wait before trying again, where the service says so. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, message: string, headers: Headers) {
    super(message)
    this.name = 'InnkeeperError'
    this.status = status
    this.requestId = headers.get('x-request-id')
    const retryAfter = headers.get('retry-after')
    this.retryAfterSeconds = retryAfter === null ? null : Number(retryAfter)
  }
}

/** A client for every route of the contract; runs in browsers and in Node. */
export function createClient(options: ClientOptions): Client {
  const call = (name: RouteName) => (input?: Record<string, unknown>) => send(options, name, input ?? {})
  const names = (Object.keys(routes) as RouteName[]).filter((name) => !('raw' in routes[name]))
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as Client
}

/** Walks a paged list to its end, one page at a time. */
export async function* pages<Page extends { nextCursor?: string | null }>(
  read: (cursor: { cursor?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  let cursor: string | null | undefined
  do {
    const page: Page = await read(cursor ? { cursor } : {})
    yield page
    cursor = page.nextCursor
  } while (cursor)
}

async function send(options: ClientOptions, name: RouteName, input: Record<string, unknown>): Promise<unknown> {
  const { method, path, answer } = routes[name]
  const { body, ...rest } = input
  const query = new URLSearchParams()
  const names = new Set([...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter))
  for (const [key, value] of Object.entries(rest)) {
    if (!names.has(key) && value !== undefined) query.set(key, String(value))
  }
  const target = path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(String(rest[parameter])))
  const response = await (options.fetch ?? fetch)(`${options.baseUrl}${target}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers: {
      ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new InnkeeperError(response.status, await sentenceOf(response), response.headers)
  return 'schema' in answer ? response.json() : response
}

async function sentenceOf(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { error?: unknown }
    if (typeof error === 'string') return error
  } catch {
    // Not our JSON: something between us and the service answered.
  }
  return `The service answered ${response.status}`
}
