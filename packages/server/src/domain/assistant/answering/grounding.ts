import { fold } from '../matching/fold.ts'
import { modeOf } from '../matching/rule-patterns.ts'
import type { AnsweringRule, Assistant, Question } from './assistant.ts'
import { type Cooldowns, type Decision, decideStop } from './decide-answer.ts'
import { decideInForce } from './schedule.ts'

/** What the model can choose: an answer that the owner wrote, or a passage of the group rules. Nothing else is ever sent. */
export type Offer =
  | { kind: 'rule'; ruleId: string; question: string; keywords: string[]; answer: string }
  | { kind: 'passage'; text: string }

/** With more, models choose worse and cost more. */
const mostOfferedRules = 20
const mostPassages = 40
/** Of a message. A longer one isn't a question that a rule answers in a sentence. */
const mostTextLength = 1_000

/**
 * Whether a language model should be asked, after all other rules were tried. Not if a rule knew the answer and gave it a
 * moment ago: then silence is what the owner wants.
 */
export function decideToAsk(
  assistant: Assistant,
  { silence, verdicts }: Pick<Decision, 'silence' | 'verdicts'>,
  { at, text, userId }: Pick<Question, 'at' | 'text' | 'userId'>,
  cooldowns: Cooldowns,
): boolean {
  if (silence !== 'no-rule' || !isWorthAsking(text)) return false
  if (verdicts.some(({ stoppedBy }) => stoppedBy === 'cooldown' || stoppedBy === 'member-cooldown')) return false
  const rules = assistant.rules.filter(
    (rule) => modeOf(rule, assistant.qa.mode) === 'ai' && !decideStop(assistant, rule, at, userId, cooldowns),
  )
  return isGrounded({ ...assistant, rules })
}

/** Whether a channel's assistant leaves anything to a model. */
export function isGrounded({ rules, qa, groupRules }: Pick<Assistant, 'rules' | 'qa' | 'groupRules'>): boolean {
  return rules.some((rule) => modeOf(rule, qa.mode) === 'ai') || (qa.mode === 'ai' && groupRules.trim() !== '')
}

/** Of the rules in match mode `ai`, those most similar to the text first; then the group rules. */
export function listOffers(assistant: Assistant, at: number, text: string): Offer[] {
  const rules = listInForce(assistant, at)
  if (!isGrounded({ ...assistant, rules })) return []
  return [
    ...mostAlike(rules, text).map(({ id, question, keywords, answer }) => {
      return { kind: 'rule' as const, ruleId: id, question, keywords, answer }
    }),
    ...passagesOf(assistant.groupRules).map((passage) => ({ kind: 'passage' as const, text: passage })),
  ]
}

function listInForce({ rules, qa, timezone }: Assistant, at: number): AnsweringRule[] {
  return rules.filter(
    (rule) => modeOf(rule, qa.mode) === 'ai' && rule.enabled && decideInForce(rule, at, timezone) === 'in-force',
  )
}

/** What the model sees of a message. */
export function shownText(text: string): string {
  return text.trim().slice(0, mostTextLength).toWellFormed()
}

/** Pictures and bare URLs aren't questions. */
export function isWorthAsking(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(shownText(text).replace(/\bhttps?:\/\/\S+/gi, ''))
}

/** Paragraphs, or lines if there is only one paragraph; if there would be too many, several at a time. */
export function passagesOf(groupRules: string): string[] {
  const paragraphs = trimmed(groupRules.split(/\n\s*\n/))
  const parts = paragraphs.length > 1 ? paragraphs : trimmed(groupRules.split('\n'))
  const together = Math.ceil(parts.length / mostPassages)
  const joint = paragraphs.length > 1 ? '\n\n' : '\n'
  return parts.flatMap((_, index) => (index % together === 0 ? [parts.slice(index, index + together).join(joint)] : []))
}

function trimmed(parts: string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** Of a rule's question and keywords, so that ten thousand rules are compared in a moment. */
const mostComparedLength = 160

/** By the pairs of characters they share with the text, rare pairs before frequent ones. Works without knowing the language. */
function mostAlike(rules: readonly AnsweringRule[], text: string): readonly AnsweringRule[] {
  if (rules.length <= mostOfferedRules) return rules
  const asked = pairsOf(shownText(text))
  const frequency = new Map<number, number>()
  const shared = rules.map(({ question, keywords }) => {
    const pairs = pairsOf(`${question} ${keywords.join(' ')}`.slice(0, mostComparedLength))
    const both = [...pairs].filter((pair) => asked.has(pair))
    for (const pair of both) frequency.set(pair, (frequency.get(pair) ?? 0) + 1)
    return both
  })
  const weightOf = (pair: number) => Math.log(1 + rules.length / (frequency.get(pair) ?? 1))
  return rules
    .map((rule, index) => ({ rule, likeness: (shared[index] ?? []).reduce((sum, one) => sum + weightOf(one), 0) }))
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, mostOfferedRules)
    .map(({ rule }) => rule)
}

function pairsOf(text: string): Set<number> {
  const folded = fold(text)
  const pairs = new Set<number>()
  for (let index = 1; index < folded.length; index++) {
    pairs.add(folded.charCodeAt(index - 1) * 0x10000 + folded.charCodeAt(index))
  }
  return pairs
}
