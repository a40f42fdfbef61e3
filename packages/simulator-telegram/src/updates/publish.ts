import type { Update, UpdateBody } from '../bot-api.ts'
import type { World } from '../world.ts'
import { isAllowed } from './allowed-updates.ts'
import { pushUpdate } from './update-queue.ts'

/** Why the bot got no update. */
export type Unheard = 'not in the chat' | 'privacy mode' | 'another bot' | 'not an admin' | 'not asked for' | 'too old'

/** What became of something that people did. */
export type Heard = { updateId: number; why?: undefined } | { updateId?: undefined; why: Unheard }

/** The time of an event, for a history. In milliseconds since 1970; now by default. */
export type EventTime = { at?: number | undefined }

/** Puts an update into the queue. The kinds that the bot didn't ask for get no id. */
export function publish(world: World, body: UpdateBody, origin: EventTime & { chatKey: string }): Heard {
  const kind = Object.keys(body)[0] ?? ''
  if (!isAllowed(kind, world.allowedUpdates)) return { why: 'not asked for' }
  const at = world.settings.clock()
  const times = { at, happenedAt: origin.at ?? at, random: world.ids.updates, chatKey: origin.chatKey }
  const update: Update | undefined = pushUpdate(world.queue, body, times)
  if (!update) return { why: 'too old' }
  for (const wake of world.wake) wake()
  return { updateId: update.update_id }
}
