import type { AppDeps } from '../app-deps.ts'
import type { Gate } from '../gate.ts'
import type { Handlers } from '../handlers.ts'
import { sendEvents } from '../sending/send-events.ts'

export function liveHandlers({ live }: AppDeps, gate: Gate): Handlers<'watchChannel'> {
  return { watchChannel: (call) => sendEvents(live, gate, call) }
}
