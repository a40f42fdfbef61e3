import { mostAccountsInBrowser, type Role } from '@innkeeper/contract'
import { isAtLeast } from '../members/permission.ts'

/** A sign-in that a browser has: the number of its cookie, and the hash of its secret. It may have ended. */
export type HeldSignIn = { slot: number; hash: string }

/** A browser that signs in. `adds`: it stays signed in to its other accounts. */
export type HoldingBrowser = { held: readonly HeldSignIn[]; adds: boolean }

/** Sign-ins that end when another one begins in the same browser. */
export type EndedSignIns = { hashes: string[]; of: 'anyone' | 'same-person' }

/** Without `adds`, everyone is signed out: the next person at this browser must not find the accounts of the one before. */
export function endedBy({ held, adds }: HoldingBrowser): EndedSignIns {
  return { hashes: held.map(({ hash }) => hash), of: adds ? 'same-person' : 'anyone' }
}

/** The first cookie that is free for another account. `taken`: those of sign-ins that still count. */
export function findFreeSlot(taken: readonly { slot: number }[]): number | undefined {
  const slots = new Set(taken.map(({ slot }) => slot))
  return Array.from({ length: mostAccountsInBrowser }, (_, slot) => slot).find((slot) => !slots.has(slot))
}

type Candidate = { userId: string; role: Role | undefined; isOperator: boolean }

/** What a request says about the account it is for: `named` by the page, the page's channel, or an operator's task. */
export type AccountWish = { named: string | undefined; needsOperator: boolean }

/**
 * The one account that a request acts for, of those that its browser is signed in to. A request never has the rights of two. If the
 * page names one, it is that one or none. Otherwise it is the account with the highest role in the channel, or one with operator
 * rights where those are needed; of several, the first.
 */
export function chooseAccount<Account extends Candidate>(
  accounts: readonly Account[],
  { named, needsOperator }: AccountWish,
): Account | undefined {
  if (named !== undefined) return accounts.find(({ userId }) => userId === named)
  const suitable = needsOperator ? accounts.filter(({ isOperator }) => isOperator) : accounts
  const [first = accounts[0], ...others] = suitable
  return others.reduce((best, one) => (best && !isAbove(one, best) ? best : one), first)
}

function isAbove({ role }: Candidate, best: Candidate): boolean {
  return role !== undefined && (best.role === undefined || !isAtLeast(best.role, role))
}
