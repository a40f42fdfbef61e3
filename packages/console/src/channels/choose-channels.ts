import type { ChannelCard, ChannelStatus, Role } from '@innkeeper/contract'
import { fold } from '../ui/fold-text.ts'

/** The state of a channel's backup for the caller. `for-others`: others have subscribed, the caller has not. */
export const backupStates = ['subscribed', 'for-others', 'off', 'not-allowed'] as const

export type BackupState = (typeof backupStates)[number]

export type ChannelCriteria = {
  name: string
  role: Role | null
  status: ChannelStatus | null
  backup: BackupState | null
}

export const anyChannel: ChannelCriteria = { name: '', role: null, status: null, backup: null }

type BackupFacts = Pick<ChannelCard, 'role' | 'status' | 'backup'>

export function backupStateOf({ role, status, backup }: BackupFacts): BackupState {
  if (role === 'guest') return 'not-allowed'
  if (!backup.enabled || status === 'disabled') return 'off'
  if (backup.subscribed) return 'subscribed'
  return backup.allowed ? 'for-others' : 'not-allowed'
}

/** Whether the caller could turn on this channel's backup. */
export function canTurnOnBackup(card: BackupFacts): boolean {
  return backupStateOf(card) === 'off' && card.backup.allowed && card.status === 'active'
}

/** A group is losing messages and its owner could change that. Private chats with the bot are rarely worth a warning. */
export function isOwnerWarned(card: BackupFacts & Pick<ChannelCard, 'type'>): boolean {
  return card.role === 'owner' && card.type !== 'user' && canTurnOnBackup(card)
}

/**
 * The channels that match, in the order of the service (latest message first): `raised` ones first, those without access
 * last.
 */
export function chooseChannels(
  cards: readonly ChannelCard[],
  criteria: ChannelCriteria,
  raised: ReadonlySet<string> = new Set(),
): ChannelCard[] {
  const name = fold(criteria.name)
  const fits = (card: ChannelCard) =>
    fold(card.name).includes(name) &&
    (criteria.role === null || card.role === criteria.role) &&
    (criteria.status === null || card.status === criteria.status) &&
    (criteria.backup === null || backupStateOf(card) === criteria.backup)
  const rank = ({ role, channelId }: ChannelCard) => (role === 'guest' ? 2 : raised.has(channelId) ? 0 : 1)
  return cards.filter(fits).sort((one, other) => rank(one) - rank(other))
}
