import type { SendFailure } from '@innkeeper/contract'
import { pushUntil } from '../jobs/job-outcome.ts'
import { fillIn } from './answering/variables.ts'
import { type Mention, type OutgoingMessage, textsOf } from './outgoing-message.ts'
import { endOfQuietHours, type QuietHours } from './quiet-hours.ts'
import type { ReplyRight } from './reply.ts'

/** The welcome is sent when no one else has joined for this long. */
export const gatherMs = 3_000
/** How long the first of them waits at most. */
const longestGatherMs = 15_000
const nameWaitMs = 1_000

/** A person who joined and wasn't welcomed yet. Times are milliseconds since 1970. */
export type Newcomer = {
  userId: string
  /** Null if the platform hasn't provided it. */
  name: string | null
  /** The profile wasn't requested yet, or the platform hasn't responded. */
  awaitsName: boolean
  /** When the event arrived, by our own clock: waiting is based on this. */
  receivedAt: number
  joinedAt: number
  /** The reply token of their join event; null: nothing could be sent even then. */
  reply: ReplyRight | null
  /** Delayed until then, by quiet hours or a command; null: not delayed. */
  heldUntil: number | null
  /** Hasn't left since. */
  isHere: boolean
}

export type WelcomeHold = { quietUntil: number | null; quietHours: QuietHours | null; timezone: string }

export type WelcomeDecision =
  | { kind: 'nobody' }
  | { kind: 'wait'; until: number; isHeld: boolean }
  | ({ kind: 'greet'; people: Newcomer[] } & WelcomeDelivery)

/**
 * `push`: without a reply token, it can be pushed until then if the owner allows that; otherwise it is refused, with the
 * reason.
 */
export type WelcomeDelivery = {
  reply: ReplyRight | null
  push?: { until: number }
  refusal?: { failure: SendFailure; reason: string }
}

/** People who join together get one welcome: when no one else has joined for a while, and not at a quiet time. */
export function decideWelcome(newcomers: readonly Newcomer[], hold: WelcomeHold, now: number): WelcomeDecision {
  const people = newcomers.filter(({ isHere }) => isHere)
  if (people.length === 0) return { kind: 'nobody' }
  const firstAt = Math.min(...people.map(({ receivedAt }) => receivedAt))
  const lastAt = Math.max(...people.map(({ receivedAt }) => receivedAt))
  const gatheredAt = Math.min(lastAt + gatherMs, firstAt + longestGatherMs)
  if (now < gatheredAt) return { kind: 'wait', until: gatheredAt, isHeld: false }
  const heldUntil = decideHeldUntil(hold, now)
  if (heldUntil !== undefined) return { kind: 'wait', until: heldUntil, isHeld: true }
  const isHeld = people.some((one) => one.heldUntil !== null)
  const namesUntil = isHeld ? lastAt + gatherMs : firstAt + longestGatherMs
  if (now < namesUntil && people.some(({ awaitsName }) => awaitsName)) {
    return { kind: 'wait', until: Math.min(now + nameWaitMs, namesUntil), isHeld: false }
  }
  return { kind: 'greet', people, ...decideDelivery(newcomers, endOfWelcome(people), isHeld, now) }
}

/** Until when no one is welcomed; undefined: now is fine. */
export function decideHeldUntil({ quietUntil, quietHours, timezone }: WelcomeHold, now: number): number | undefined {
  let until = now
  // The bot may be silenced until a moment within the quiet hours, and the other way round.
  for (;;) {
    const isSilenced = quietUntil !== null && quietUntil > until
    const end = isSilenced ? quietUntil : quietHours && endOfQuietHours(quietHours, until, timezone)
    if (end === null || end === undefined) return until > now ? until : undefined
    until = end
  }
}

/**
 * Prefers a reply token, which costs nothing. Tokens of people who left again count, too: a token belongs to the chat, not to the
 * person.
 */
function decideDelivery(newcomers: readonly Newcomer[], until: number, isHeld: boolean, now: number): WelcomeDelivery {
  const rights = newcomers.flatMap(({ reply }) => reply ?? [])
  const endOf = ({ expiresAt }: ReplyRight) => expiresAt ?? Number.POSITIVE_INFINITY
  const [newest] = rights.filter((right) => endOf(right) > now).sort((one, other) => endOf(other) - endOf(one))
  if (newest && newest.expiresAt === null && now >= until) return { reply: null, refusal: tooOld }
  if (newest) return { reply: newest }
  // Nothing could be sent even then, for example because another bot handles the chat: no push interrupts that either.
  if (rights.length === 0) return { reply: null }
  if (now >= until) return { reply: null, refusal: tooLate }
  return { reply: null, push: { until }, refusal: isHeld ? keptQuiet : tooLate }
}

/** For people held back by quiet hours, the time runs from the end of the quiet hours. */
function endOfWelcome(people: readonly Newcomer[]): number {
  return pushUntil('welcome', Math.max(...people.map(({ joinedAt, heldUntil }) => heldUntil ?? joinedAt)))
}

const keptQuiet = {
  failure: 'quiet-hours',
  reason: 'the reply token expired while the bot was quiet, and the owner does not allow push messages',
} as const
/** With a right that doesn't expire. */
const tooOld = { failure: 'expired', reason: 'the welcome could not be sent in time' } as const
const tooLate = { failure: 'expired', reason: 'the reply token expired before the welcome could be sent' } as const

export type WelcomeVariables = {
  people: readonly Mention[]
  groupName: string
  memberCount: number
  /** Empty if they are disabled. */
  rules: string
  language: string
}

/** Undefined if nothing is left to send, such as a welcome that consists of rules that were removed. */
export function composeWelcome(message: string, scene: WelcomeVariables): OutgoingMessage | undefined {
  const names = joinNames(scene.people, scene.language)
  const pieces = fillIn<string | Mention>(message, {
    name: names,
    names,
    group: scene.groupName,
    count: scene.memberCount.toLocaleString(scene.language),
    rules: scene.rules,
  })
  const speech: OutgoingMessage = { parts: [{ kind: 'text', pieces }] }
  return textsOf(speech).join('').trim() === '' ? undefined : speech
}

/** As people list names in the language: "A, B and C", 「A、B、C」. */
function joinNames(people: readonly Mention[], language: string): (string | Mention)[] {
  const names = people.map(({ name }) => name)
  // Most variants of English have no comma before "and".
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' })
  let next = 0
  return list.formatToParts(names).flatMap(({ type, value }) => (type === 'element' ? (people[next++] ?? []) : value))
}
