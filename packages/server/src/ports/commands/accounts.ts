import type { KeyScope, SearchCriteria } from '@innkeeper/contract'
import type { EndedSignIns } from '../../domain/accounts/browser-accounts.ts'
import type { Pace } from '../../domain/notifications/pace.ts'
import type { PushTarget } from '../notifications.ts'
import type { SignInRecord } from '../reading.ts'
import type { Authority } from './authority.ts'

/** Of people and operators: keys, sign-ins, saved searches and notifications. */
export type AccountCommand =
  | { kind: 'save-search'; by: Authority; at: number; userId: string; search: SearchToStore }
  | {
      kind: 'change-saved-search'
      by: Authority
      at: number
      userId: string
      searchId: string
      name?: string
      query?: SearchCriteria
    }
  | { kind: 'delete-saved-search'; by: Authority; at: number; userId: string; searchId: string }
  /** `serverKey`: the public key that the browser subscribed with. */
  | {
      kind: 'turn-on-notifications'
      by: Authority
      at: number
      keyId: string
      userId: string
      serverKey: string
      target: PushTarget
    }
  | { kind: 'turn-off-notifications'; by: Authority; at: number; keyId: string }
  /** What browsers were notified of, and when they can be notified again. */
  | { kind: 'record-notified'; browsers: NotifiedResult[] }
  | { kind: 'create-key'; by: Authority; at: number; key: KeyToStore }
  | { kind: 'revoke-key'; by: Authority; at: number; keyId: string }
  /**
   * Signs a browser in. A caller's sign-in has the scope of their key and ends no later. `ends`: sign-ins
   * that the browser has.
   */
  | { kind: 'create-sign-in'; by: Authority; at: number; signIn: SignInToStore; ends: EndedSignIns }
  /** The same with the code of a one-time link, which is used up. */
  | {
      kind: 'use-sign-in-code'
      at: number
      codeHash: string
      signIn: Omit<SignInToStore, 'userId' | 'parentId' | 'scope'>
      ends: EndedSignIns
    }
  | { kind: 'create-sign-in-code'; by: Authority; at: number; hash: string; userId: string; expiresAt: number }
  /** The link that `innkeeper serve` prints until there is an operator. */
  | { kind: 'create-setup-code'; by: Authority; at: number; hash: string; expiresAt: number }
  /** The first operator, who has the code of a setup link, and the sign-in of their browser. */
  | {
      kind: 'create-operator'
      at: number
      codeHash: string
      operator: { id: string; name: string; passphrase: string }
      recoveryHashes: string[]
      signIn: OperatorSignIn
      ends: EndedSignIns
    }
  | {
      kind: 'sign-in-operator'
      at: number
      operatorId: string
      /** The stored passphrase that was compared, or a recovery code, which is used up. */
      proof: { passphrase: string } | { recoveryHash: string }
      signIn: OperatorSignIn
      ends: EndedSignIns
    }
  /** `recoveryHash`: of a code that is used up instead of the current passphrase; null: the passphrase was right. */
  | {
      kind: 'change-passphrase'
      by: Authority
      at: number
      operatorId: string
      passphrase: string
      recoveryHash: string | null
    }
  /** Refused if the operator is linked to someone else by now. */
  | {
      kind: 'share-operator-rights'
      by: Authority
      at: number
      operatorId: string
      userId: string
      sharesRights: boolean
    }
  | { kind: 'renew-recovery-codes'; by: Authority; at: number; operatorId: string; hashes: string[] }
  /** The links that were printed work no more. */
  | { kind: 'forget-setup-codes'; by: Authority; at: number }
  /** Removes all operator accounts and signs their browsers out. */
  | { kind: 'remove-operators'; by: Authority; at: number }
  | { kind: 'end-sign-in'; by: Authority; at: number; signInId: string }
  /** Expired links, and sign-ins that expired a while ago. */
  | { kind: 'forget-sign-ins'; at: number }
  | { kind: 'record-requests'; requests: RequestCount[] }

/** `changes`: up to which change of each channel it was notified. Absent members stay as they are. */
export type NotifiedResult = {
  keyId: string
  pace?: Pace
  findingsAt?: number
  changes: { channelNo: number; no: number }[]
}

type SearchToStore = { searchId: string; name: string; query: SearchCriteria; channelId: string | null }

/** Has the hash, never the key itself. `parentId`: the key it was created with, and ends with. */
type KeyToStore = {
  id: string
  hash: string
  userId: string
  name: string
  scope: KeyScope
  /** With operator rights, which only the operator gives. */
  isOperator?: boolean
  expiresAt: number | null
  parentId: string | null
  /** Null or absent: like the key it was created with. */
  channelIds?: readonly string[] | null
}

export type RequestCount = { keyId: string; userId: string; day: string; count: number; lastUsedAt: number }

/** Whose it is follows from the operator. */
type OperatorSignIn = Omit<SignInToStore, 'userId' | 'parentId' | 'scope'>

/** Like a key: only the hash. */
type SignInToStore = {
  id: string
  hash: string
  userId: string
  name: string
  way: SignInRecord['way']
  scope: KeyScope
  expiresAt: number
  parentId: string | null
}
