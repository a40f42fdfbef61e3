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
import { type ClientOptions, type More, request } from './request.ts'

export { type FollowedEvent, follow } from './follow.ts'
export { items, pages } from './items.ts'
export { type ClientOptions, InnkeeperError } from './request.ts'
export { retrying } from './retrying.ts'
export { type Watched, type WatchState, watch } from './watch.ts'

/** `ifMatch`: the ETag of the version that was read. If it has changed since then, the call is refused with `changed-meanwhile`. */
type EditionInput<R extends Route> = R extends { edition: true; method: 'PUT' | 'DELETE' }
  ? { ifMatch?: string | null }
  : Record<never, never>
type BodyInput<R extends Route> = R['body'] extends object ? { body: BodyOf<R> } : Record<never, never>

/** In a browser, a `File` that was chosen or dropped. In Node, a stream such as `Readable.toWeb(createReadStream(path))`. */
type FileInput<R extends Route> = R extends { upload: true }
  ? { file: Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> }
  : Record<never, never>

/** Path parameters, query parameters and, if the route accepts them, `body`, `file` and `ifMatch`. */
export type CallInput<Name extends RouteName> = ParamsOf<Routes[Name]> &
  QueryOf<Routes[Name]> &
  BodyInput<Routes[Name]> &
  FileInput<Routes[Name]> &
  EditionInput<Routes[Name]>

/** Without the routes that only platforms call. */
type CallableName = { [Name in RouteName]: Routes[Name] extends { raw: object } ? never : Name }[RouteName]
type JsonRouteName = {
  [Name in CallableName]: Routes[Name]['answer'] extends { schema: unknown } ? Name : never
}[CallableName]
type FileRouteName = Exclude<CallableName, JsonRouteName>
type Arguments<Name extends RouteName> =
  Record<never, never> extends CallInput<Name>
    ? [input?: CallInput<Name>, call?: Call]
    : [input: CallInput<Name>, call?: Call]

/** `signal`: ends the call. */
export type Call = { signal?: AbortSignal }

/** Routes whose response has an ETag. */
type TaggedName = {
  [Name in JsonRouteName]: Routes[Name] extends { edition: true; method: 'GET' | 'POST' | 'PUT' } ? Name : never
}[JsonRouteName]

/** `tag`: the ETag, to be sent as `ifMatch`; null if a proxy removed it. */
export type Tagged<Data> = { data: Data; tag: string | null }

/**
 * One method per route, with the route's name. Routes that send files return the response itself. `tagged` calls a route by its
 * name and also returns the ETag.
 */
export type Client = {
  tagged<Name extends TaggedName>(name: Name, input: CallInput<Name>): Promise<Tagged<AnswerOf<Routes[Name]>>>
} & {
  [Name in JsonRouteName]: (...input: Arguments<Name>) => Promise<AnswerOf<Routes[Name]>>
} & {
  [Name in FileRouteName]: (...input: Arguments<Name>) => Promise<Response>
}

/** A client for every route of the contract; runs in browsers and in Node. */
export function createClient(options: ClientOptions): Client {
  const call = (name: RouteName) => (input?: Record<string, unknown>, more?: Call) =>
    send(options, name, input ?? {}, more)
  const names = (Object.keys(routes) as RouteName[]).filter((name) => !('raw' in routes[name]))
  const tagged = (name: RouteName, input: Record<string, unknown>) => sendTagged(options, name, input)
  return { ...Object.fromEntries(names.map((name) => [name, call(name)])), tagged } as unknown as Client
}

async function send(
  options: ClientOptions,
  name: RouteName,
  input: Record<string, unknown>,
  more?: More,
): Promise<unknown> {
  const response = await request(options, name, input, more)
  return 'schema' in routes[name].answer ? response.json() : response
}

async function sendTagged(
  options: ClientOptions,
  name: RouteName,
  input: Record<string, unknown>,
): Promise<Tagged<unknown>> {
  const response = await request(options, name, input)
  return { data: await response.json(), tag: response.headers.get('etag') }
}
