import type { BodyOf, ParamsOf, Permission, QueryOf, Route, RouteName, Routes } from '@innkeeper/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChannelGrant, Grant } from '../actions/access.ts'
import type { IfMatch } from '../domain/edition.ts'
import type { ArrivingFile } from '../ports/arriving-file.ts'

type GrantFor<P extends Permission> = P extends 'public'
  ? undefined
  : P extends 'key' | 'operator'
    ? Grant
    : ChannelGrant

export type Call<R extends Route> = {
  grant: GrantFor<R['permission']>
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  /** Only on routes whose body is a file. */
  file: R extends { upload: true } ? ArrivingFile : undefined
  /** Only on routes that accept `If-Match`. */
  ifMatch: IfMatch | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** Calls one action and returns its result, without parsing or deciding anything. A Buffer is finished JSON. */
type Handler<R extends Route> = (call: Call<R>) => Promise<unknown> | unknown

/** The compiler checks that every route has a handler, and every handler a route. */
export type Handlers<Names extends RouteName = RouteName> = { [Name in Names]: Handler<Routes[Name]> }

export const done = { success: true } as const
