import type { Parameters } from '../http/parameters.ts'
import type { Poller } from '../updates/poller.ts'
import type { Webhooks } from '../updates/webhooks.ts'
import type { World } from '../world.ts'

export type Call = {
  world: World
  values: Record<string, unknown>
  uploads: Parameters['uploads']
  /** When the bot closes the connection. */
  signal: AbortSignal
  poller: Poller
  webhooks: Webhooks
}

/** One method of the Bot API. What it returns is the `result`; refusals are thrown. */
export type Method = (call: Call) => unknown
