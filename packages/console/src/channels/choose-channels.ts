import type { ChannelCard, ChannelStatus, Role } from '@innkeeper/contract'

/** What a channel's backup is to the caller. */
export const backupStates = ['subscribed', 'kept', 'not-kept', 'not-allowed'] as const

export type BackupState = (typeof backupStates)[number]

export type ChannelWish = {
  name: string
  role: Role | null
  status: ChannelStatus | null
  backup: BackupState | null
}

export const anyChannel: ChannelWish = { name: '', role: null, status: null, backup: null }

export function backupStateOf({ role, backup }: Pick<ChannelCard, 'role' | 'backup'>): BackupState {
  if (role === 'guest') return 'not-allowed'
  if (backup.subscribed) return 'subscribed'
  if (!backup.allowed) return 'not-allowed'
  return backup.enabled ? 'kept' : 'not-kept'
}

/** Those that fit, in the order of the service (the latest message first), closed doors last. */
export function chooseChannels(cards: readonly ChannelCard[], wish: ChannelWish): ChannelCard[] {
  const name = fold(wish.name)
  const fits = (card: ChannelCard) =>
    fold(card.name).includes(name) &&
    (wish.role === null || card.role === wish.role) &&
    (wish.status === null || card.status === wish.status) &&
    (wish.backup === null || backupStateOf(card) === wish.backup)
  const isDoor = (card: ChannelCard) => Number(card.role === 'guest')
  return cards.filter(fits).sort((one, other) => isDoor(one) - isDoor(other))
}

/** As one reads it: case, width and marks aside. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
}
