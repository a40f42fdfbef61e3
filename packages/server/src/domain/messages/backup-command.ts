import type { BackupPolicy, Role } from '@innkeeper/contract'
import { canReadBackup } from '../members/permission.ts'

/** `/backup`, `/backup on` and `/backup off`. */
export type BackupRequest = 'ask' | 'on' | 'off'

export function parseBackupRequest(words: string[]): BackupRequest | undefined {
  if (words.length === 0) return 'ask'
  const word = words.length === 1 ? words[0]?.toLowerCase() : undefined
  return word === 'on' || word === 'off' ? word : undefined
}

/** What the sender can do about the backup. `role` is undefined if the platform doesn't identify the sender. */
export type BackupSituation = { role: Role | undefined; policy: BackupPolicy; isSubscribed: boolean }

export type BackupDecision =
  | 'subscribe'
  | 'unsubscribe'
  | 'describe'
  | 'unknown-sender'
  | 'guest'
  | 'admins-only'
  | 'turned-off'
  | 'not-subscribed'

export function decideBackup(request: BackupRequest, { role, policy, isSubscribed }: BackupSituation): BackupDecision {
  if (request === 'ask') return 'describe'
  if (role === undefined) return 'unknown-sender'
  if (request === 'off') return isSubscribed ? 'unsubscribe' : 'not-subscribed'
  if (policy === 'off') return 'turned-off'
  if (role === 'guest') return 'guest'
  if (!canReadBackup(role, policy)) return 'admins-only'
  return isSubscribed ? 'describe' : 'subscribe'
}
