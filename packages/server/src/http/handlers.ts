import type { BodyOf, ParamsOf, Permission, QueryOf, Route, RouteName, Routes } from '@innkeeper/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChannelGrant, Grant } from '../actions/access.ts'
import type { IfMatch } from '../domain/edition.ts'

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
  /** Where the route takes it. */
  ifMatch: IfMatch | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** Parses nothing and decides nothing: calls one action and answers. A Buffer is ready JSON. */
type Handler<R extends Route> = (call: Call<R>) => Promise<unknown> | unknown

/** Every route has its handler, and every handler its route: the compiler sees to it. */
export type Handlers<Names extends RouteName = RouteName> = { [Name in Names]: Handler<Routes[Name]> }

export const done = { success: true } as const
