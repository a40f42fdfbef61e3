import type { Role } from '@innkeeper/contract'
import type { News } from './channel-status.ts'

/** A channel and the ID under which its platform reaches the chat now. */
export type KnownChat = { channelNo: number; channelId: string; chatId: string }

/** Two channels of one chat. `into`: the one that stays. */
export type Merge = { from: KnownChat; into: KnownChat; at: number }

/**
 * What a move from one chat ID to another means, whatever was known before:
 *
 * - `unknown`: neither chat was seen before.
 * - `follow`: the channel is reached under its new ID from now on.
 * - `remember`: only the new chat is known. Late events of the former one belong to it.
 * - `merge`: the new chat was taken for another one, and has a channel of its own.
 */
export type MoveDecision =
  | { kind: 'unknown' | 'nothing' }
  | { kind: 'follow' | 'remember'; channel: KnownChat }
  | { kind: 'merge'; from: KnownChat; into: KnownChat }

export function decideMove(
  { from, to }: { from: KnownChat | undefined; to: KnownChat | undefined },
  fromId: string,
): MoveDecision {
  if (!from && !to) return { kind: 'unknown' }
  if (from && !to) return { kind: 'follow', channel: from }
  if (!from && to) return { kind: 'remember', channel: to }
  if (!from || !to) return { kind: 'nothing' }
  if (from.channelNo !== to.channelNo) return { kind: 'merge', from: to, into: from }
  return from.chatId === fromId ? { kind: 'follow', channel: from } : { kind: 'nothing' }
}

/**
 * Whether an event about the bot itself says no more than that it moved with its chat: platforms report that it joined the new
 * chat, and some that it left the former one.
 */
export function isPartOfMove(
  news: News['kind'],
  { hasMoved, isOfFormerChat, botPresent }: { hasMoved: boolean; isOfFormerChat: boolean; botPresent: boolean },
): boolean {
  if (news === 'seen' || !hasMoved) return false
  return isOfFormerChat || (news === 'added' && botPresent)
}

/** A person as the channel of one of the two chats has them. */
export type MergedMember = { role: Role; joinedAt: number; leftAt: number | null; platformRole: string | null }

/**
 * A person's role and presence after a merge. `kept`: in the channel that remains. The second channel was open to anyone for a
 * moment, so a role that someone got there counts only if the platform gave it, or if the first channel has no owner.
 */
export function decideMergedMember(
  kept: MergedMember | undefined,
  second: MergedMember,
  { hasOwner, newMemberRole }: { hasOwner: boolean; newMemberRole: 'member' | 'guest' },
): MergedMember {
  if (!kept) return { ...second, role: roleOfStranger(second, { hasOwner, newMemberRole }) }
  const isBack = kept.leftAt !== null && second.joinedAt > kept.leftAt
  const presence = isBack
    ? { joinedAt: second.joinedAt, leftAt: second.leftAt }
    : { joinedAt: kept.joinedAt, leftAt: kept.leftAt }
  const isHere = presence.leftAt === null
  // What the platform said goes with the role that it caused. The next report brings the rest.
  const takesOver = second.role === 'owner' && !hasOwner && isHere
  return takesOver
    ? { ...presence, role: 'owner', platformRole: second.platformRole }
    : { ...presence, role: kept.role, platformRole: isBack ? null : kept.platformRole }
}

function roleOfStranger(
  { role, leftAt, platformRole }: MergedMember,
  { hasOwner, newMemberRole }: { hasOwner: boolean; newMemberRole: 'member' | 'guest' },
): Role {
  if (!hasOwner && role === 'owner') return 'owner'
  if (leftAt === null && platformRole !== null && (role === 'owner' || role === 'admin')) return 'admin'
  return role === 'guest' ? 'guest' : newMemberRole
}

/**
 * How long events of a chat that seems to be new wait for the news that it is a known chat under a new ID. Platforms report both
 * within moments, in any order.
 */
export const moveIsKnownWithinMs = 8_000
