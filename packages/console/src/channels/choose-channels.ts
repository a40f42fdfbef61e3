import type { ChannelCard, ChannelStatus, Role } from '@innkeeper/contract'
import { fold } from '../ui/fold-text.ts'

/** What a channel's backup is to the caller. `kept`: for others only. */
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

/** Whether one press would make messages of this channel be kept. */
export function canTurnOnBackup(card: BackupFacts): boolean {
  return backupStateOf(card) === 'off' && card.backup.allowed && card.status === 'active'
}

/** A group loses messages and its owner could change that. What people say to the bot in private is rarely worth a warning. */
export function isOwnerWarned(card: BackupFacts & Pick<ChannelCard, 'type'>): boolean {
  return card.role === 'owner' && card.type !== 'user' && canTurnOnBackup(card)
}

/** Those that fit, in the order of the service (the latest message first): `raised` ones first, closed doors last. */
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
