import { type AnswerOf, type Route, type RouteName, type Routes, routes } from '@innkeeper/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChannelGrant, Grant } from '../../actions/access.ts'
import type { Gate } from '../gate.ts'
import type { Handlers } from '../handlers.ts'
import type { Budgets, Slot } from '../limits/budgets.ts'
import { inputReader, type ReadInput } from '../receiving/route-input.ts'

/** Routes that the tools read from. */
export type ReadRoute = Extract<
  RouteName,
  | 'getOverview'
  | 'listMessages'
  | 'getTimeline'
  | 'searchMessages'
  | 'searchChannels'
  | 'getMessage'
  | 'listVersions'
  | 'listGallery'
  | 'getPreview'
  | 'getLedger'
>

type Params = { channelId?: string; messageId?: string }

/** Calls of routes within a request that was let in. */
export type RouteCalls = {
  /** What the route would answer to the same key, after the same checks and within the same budget. */
  read<N extends ReadRoute>(name: N, params: Params, query: Record<string, unknown>): Promise<AnswerOf<Routes[N]>>
  /** Only the checks and the budget, for routes that don't answer with JSON. */
  enter(name: ReadRoute, params: Params): Promise<Grant | ChannelGrant>
}

type Deps = { gate: Pick<Gate, 'passWithin'>; budgets: Budgets; handlers: Pick<Handlers, ReadRoute> }

export function createRouteCalls({ gate, budgets, handlers }: Deps) {
  const readers = new Map<ReadRoute, ReadInput>()
  const readerOf = (name: ReadRoute) => {
    const known = readers.get(name) ?? inputReader(routes[name])
    readers.set(name, known)
    return known
  }
  return (request: FastifyRequest, reply: FastifyReply): RouteCalls => {
    // A tool may read a page several times until it fits. That counts once.
    const entered = new Map<string, Promise<{ grant: Grant | ChannelGrant; slot: Slot | undefined }>>()
    const enter = async (name: ReadRoute, channelId: string | undefined) => {
      const route: Route = routes[name]
      const grant = await gate.passWithin(request, route, channelId)
      if (route.cost === undefined) return { grant, slot: undefined }
      await budgets.countStart(route.cost, grant, reply)
      return { grant, slot: budgets.begin(route.cost, grant, reply) }
    }
    const enterOnce = (name: ReadRoute, { channelId }: Params) => {
      const key = `${name} ${channelId}`
      const known = entered.get(key) ?? enter(name, channelId)
      entered.set(key, known)
      return known
    }
    return {
      async read(name, params, query) {
        const { grant, slot } = await enterOnce(name, params)
        const input = readerOf(name)({ query: asTexts(query), body: undefined })
        const handle = handlers[name] as (call: object) => unknown
        const work = async () => await handle({ grant, params, ...input, request, reply })
        const answer = await (slot ? slot.run(work) : work())
        return Buffer.isBuffer(answer) ? JSON.parse(answer.toString()) : answer
      },
      enter: async (name, params) => (await enterOnce(name, params)).grant,
    }
  }
}

/** Like the parameters of a URL; those that are absent are left out. */
function asTexts(query: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}
