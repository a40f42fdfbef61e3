import { randomInt } from 'node:crypto'
import type { Role } from '@innkeeper/contract'
import { hashToken } from '../accounts/token.ts'

/**
 * Who becomes the owner of a group without one: whoever owns it on its platform, the first eligible person who claims it in the
 * chat, only someone with a code, or no one.
 */
export type ClaimPolicy = 'platform' | 'first' | 'code' | 'off'

/** Where the platform doesn't say who owns a group, it has to be claimed. */
export function policyIn(policy: ClaimPolicy, { knowsAdmins }: { knowsAdmins: boolean }): ClaimPolicy {
  return policy === 'platform' && !knowsAdmins ? 'first' : policy
}

export type Claim = {
  policy: ClaimPolicy
  ownerId: string | undefined
  /** Whether they are the owner because they own the chat on its platform. */
  isOwnerFromPlatform: boolean
  /** Whether the channel ever had an owner. If so, only an heir takes over without a code. */
  hadOwner: boolean
  /** Who else can take over: an admin first, then a former owner. Undefined if no one can. */
  heir: 'admin' | 'former-owner' | undefined
  claimant: Claimant
  /** When the bot joined the chat. */
  botSince: number
  at: number
  /** Undefined without a code. */
  isCodeValid: boolean | undefined
}

/** `joinSeenAt`: when the platform reported that they joined; null for people who were there all along. */
export type Claimant = {
  userId: string
  role: Role
  wasOwner: boolean
  joinedAt: number
  joinSeenAt: number | null
}

export type ClaimDecision =
  | { kind: 'claimed'; as: 'first' | 'admin' | 'former-owner' | 'code' }
  | { kind: 'refused'; why: ClaimRefusal }

export type ClaimRefusal =
  | 'yours-already'
  | 'taken'
  | 'guest'
  | 'admins-only'
  | 'former-owner-only'
  | 'too-new'
  | 'code-missing'
  | 'code-wrong'
  | 'off'
  | 'yours-on-platform'
  | 'taken-on-platform'
  | 'unknown-on-platform'

/** Someone who joins a group in order to take it has to be there for this long first. */
const settledAfterMs = 24 * 60 * 60_000

/**
 * Who becomes the owner of a group without one. A group that had an owner goes to its admins or a former owner, so that no one
 * gets it by joining or after having been demoted; without any of them the operator decides with a code.
 */
export function decideClaim(claim: Claim): ClaimDecision {
  const { policy, ownerId, hadOwner, heir, claimant, isCodeValid } = claim
  if (ownerId !== undefined) return refused(whyTaken(claim))
  if (policy === 'platform') return refused('unknown-on-platform')
  if (policy === 'off') return refused('off')
  if (claimant.role === 'guest') return refused('guest')
  const inherited = hadOwner ? inheritsAs(claimant) : undefined
  if (hadOwner && heir && !inherited) return refused(heir === 'admin' ? 'admins-only' : 'former-owner-only')
  if (policy === 'first') {
    if (inherited) return { kind: 'claimed', as: inherited }
    if (!hadOwner && isSettled(claim)) return { kind: 'claimed', as: 'first' }
  }
  if (isCodeValid === undefined) return refused(policy === 'first' && !hadOwner ? 'too-new' : 'code-missing')
  return isCodeValid ? { kind: 'claimed', as: 'code' } : refused('code-wrong')
}

function whyTaken({ policy, ownerId, isOwnerFromPlatform, claimant }: Claim): ClaimRefusal {
  const isYours = ownerId === claimant.userId
  if (policy === 'platform' && isOwnerFromPlatform) return isYours ? 'yours-on-platform' : 'taken-on-platform'
  return isYours ? 'yours-already' : 'taken'
}

function refused(why: ClaimRefusal): ClaimDecision {
  return { kind: 'refused', why }
}

function inheritsAs({ role, wasOwner }: Claimant): 'admin' | 'former-owner' | undefined {
  if (role === 'admin') return 'admin'
  return wasOwner ? 'former-owner' : undefined
}

/** There before the bot, or a member for a day. */
function isSettled({ claimant: { joinSeenAt, joinedAt }, botSince, at }: Claim): boolean {
  return joinSeenAt === null || joinSeenAt <= botSince || at - joinedAt >= settledAfterMs
}

/** Without I, L, O and U, which are misread or form words: people read a code from one screen and type it on another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code such as `4F7K-92QM`: forty random bits, enough for something that is used once and expires soon. */
export function createClaimCode(): string {
  let text = ''
  for (let index = 0; index < 8; index++) text += alphabet[randomInt(alphabet.length)]
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/** The form in which a code is stored, however it was typed: in lower case, without the dash, with O for 0 or l for 1. */
export function hashClaimCode(code: string): string {
  const typed = code.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return hashToken(typed.replaceAll('O', '0').replace(/[IL]/g, '1'))
}
