import type { ChannelStatus } from '@innkeeper/contract'

/** Two reasons for silence: the bot isn't in the chat, or the owner disabled it. */
export type Presence = { botPresent: boolean; botChangedAt: number; ownerDisabled: boolean }

export function statusOf(presence: Pick<Presence, 'botPresent' | 'ownerDisabled'>): ChannelStatus {
  return presence.botPresent && !presence.ownerDisabled ? 'active' : 'disabled'
}

/** An event about the bot itself, or about anything else in the chat, which proves that it is there. */
export type News = { kind: 'added' | 'removed' | 'seen'; at: number }

/**
 * Whether the bot is in the chat after an event, or undefined if nothing changes. Events arrive out of order, so an older one
 * changes nothing; any newer one except its removal proves that the bot is there, even if the event of its return was lost. If
 * it was added again while it was thought to be there, a late older removal changes nothing.
 */
export function decidePresence(presence: Presence, { kind, at }: News): Presence | undefined {
  const botPresent = kind !== 'removed'
  if (at < presence.botChangedAt || (botPresent === presence.botPresent && kind !== 'added')) return undefined
  return { ...presence, botPresent, botChangedAt: at }
}
