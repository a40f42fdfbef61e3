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
import { type ClientOptions, request } from './request.ts'

export { type ClientOptions, InnkeeperError } from './request.ts'
export { type Watched, type WatchState, watch } from './watch.ts'

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
  const response = await request(options, name, input)
  return 'schema' in routes[name].answer ? response.json() : response
}
