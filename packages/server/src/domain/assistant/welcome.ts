import type { SendFailure } from '@innkeeper/contract'
import { pushUntil } from '../jobs/job-outcome.ts'
import { fillIn } from './answering/variables.ts'
import { type Mention, type OutgoingMessage, textsOf } from './outgoing-message.ts'
import { endOfQuietHours, type QuietHours } from './quiet-hours.ts'
import type { ReplyRight } from './reply.ts'

/** So long after somebody came, nobody else must come for the welcome to be said. */
export const gatherMs = 3_000
/** So long the first of them waits at most. */
const longestGatherMs = 15_000
const nameWaitMs = 1_000

/** Somebody who came and was not greeted yet. Times are milliseconds since 1970. */
export type Newcomer = {
  userId: string
  /** Null where the platform has not told. */
  name: string | null
  /** It was not even asked yet, or has not answered. */
  awaitsName: boolean
  /** When we heard of it, by our own clock: waiting goes by this. */
  receivedAt: number
  joinedAt: number
  /** That came with their joining; null: nothing could be said even then. */
  reply: ReplyRight | null
  /** Was kept waiting until then, by quiet hours or by a word; null: was not. */
  heldUntil: number | null
  /** Did not leave meanwhile. */
  isHere: boolean
}

export type WelcomeHold = { quietUntil: number | null; quietHours: QuietHours | null; timezone: string }

export type WelcomeDecision =
  | { kind: 'nobody' }
  | { kind: 'wait'; until: number; isHeld: boolean }
  | ({ kind: 'greet'; people: Newcomer[] } & WelcomeWay)

/** `push`: without a right to reply, it may be pushed where the owner allows that, until then; else it is refused, and why. */
export type WelcomeWay = {
  reply: ReplyRight | null
  push?: { until: number }
  refusal?: { failure: SendFailure; reason: string }
}

/** People who come together are greeted together: once no more have come for a while, and not at a quiet time. */
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
  return { kind: 'greet', people, ...decideWay(newcomers, endOfWelcome(people), isHeld, now) }
}

/** Until when nobody is greeted; undefined: now is a good time. */
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
 * The free right to reply before everything else. Those of people who left again count too: they are for the chat, not for
 * the person.
 */
function decideWay(newcomers: readonly Newcomer[], until: number, isHeld: boolean, now: number): WelcomeWay {
  const rights = newcomers.flatMap(({ reply }) => reply ?? [])
  const endOf = ({ expiresAt }: ReplyRight) => expiresAt ?? Number.POSITIVE_INFINITY
  const [newest] = rights.filter((right) => endOf(right) > now).sort((one, other) => endOf(other) - endOf(one))
  if (newest) return { reply: newest }
  // Nothing could be said even then, such as where another bot holds the chat: it is not talked over by a push either.
  if (rights.length === 0) return { reply: null }
  if (now >= until) return { reply: null, refusal: tooLate }
  return { reply: null, push: { until }, refusal: isHeld ? keptQuiet : tooLate }
}

/** Whoever was kept waiting on purpose is late by that, and no later. */
function endOfWelcome(people: readonly Newcomer[]): number {
  return pushUntil('welcome', Math.max(...people.map(({ joinedAt, heldUntil }) => heldUntil ?? joinedAt)))
}

const keptQuiet = {
  failure: 'quiet-hours',
  reason: 'the right to reply ended while the bot kept quiet, and the owner does not allow it to push',
} as const
const tooLate = { failure: 'expired', reason: 'the right to reply ended before the welcome could be said' } as const

export type WelcomeScene = {
  people: readonly Mention[]
  groupName: string
  memberCount: number
  /** Empty where they are switched off. */
  rules: string
  language: string
}

/** Undefined where nothing is left to say, such as a welcome of rules that were taken away. */
export function composeWelcome(message: string, scene: WelcomeScene): OutgoingMessage | undefined {
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
  // The English of most places has no comma before "and".
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' })
  let next = 0
  return list.formatToParts(names).flatMap(({ type, value }) => (type === 'element' ? (people[next++] ?? []) : value))
}
