import type { QaMode, Rule } from '@innkeeper/contract'
import type { ReplyRight } from '../reply.ts'

/** The parts of a rule that decide about answers, without its author and statistics. */
export type AnsweringRule = Pick<
  Rule,
  | 'id'
  | 'keywords'
  | 'question'
  | 'answer'
  | 'answers'
  | 'pick'
  | 'enabled'
  | 'priority'
  | 'match'
  | 'cooldownSeconds'
  | 'memberCooldownSeconds'
  | 'schedule'
  | 'activeFrom'
  | 'activeUntil'
  | 'quickReplies'
  | 'picture'
>

/** Everything that decides whether and what the bot answers in a channel, besides the message. */
export type Assistant = {
  enabled: boolean
  qa: { enabled: boolean; mode: QaMode; cooldownSeconds: number; memberCooldownSeconds: number }
  /** Milliseconds since 1970. */
  quietUntil: number | null
  timezone: string
  /** Of the channel: dates are written in it. */
  language: string
  /** The value of `{rules}`: empty if the group rules are disabled. */
  groupRules: string
  /** By priority, then age: between equals, the first one wins. */
  rules: readonly AnsweringRule[]
}

/** A text message that may be answered. */
export type Question = {
  messageId: string
  /** When it was sent: cooldowns and schedules use this time, so that a replay of past messages shows what would have happened. */
  at: number
  text: string
  /** Null if the platform doesn't identify the sender. */
  userId: string | null
  name: string
  /** Null if nothing can be sent. */
  reply: ReplyRight | null
}

/** A rule that a text matched. */
export type Found = {
  /** Its index in the assistant's list. */
  rule: number
  /** The keyword, pattern or question. */
  by: string
  /** Length of the match: between rules of one priority, the longest wins. A similar match counts less than one unit. */
  length: number
  /** Similarity from 0 to 1; null if it is an exact kind of match. */
  score: number | null
}

/** What a rule has by default. */
export const standardRule = {
  answers: [],
  pick: 'random',
  enabled: true,
  priority: 0,
  match: null,
  cooldownSeconds: 0,
  memberCooldownSeconds: 0,
  schedule: [],
  activeFrom: null,
  activeUntil: null,
  quickReplies: [],
  picture: null,
} as const satisfies Partial<AnsweringRule>
