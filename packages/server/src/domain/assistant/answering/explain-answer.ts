import type { Explanation, Silence } from '@innkeeper/contract'
import { parseChatCommand } from '../../platforms/chat-command.ts'
import { modeOf } from '../matching/rule-patterns.ts'
import type { AnsweringRule, Assistant, Found, Question } from './assistant.ts'
import { type Cooldowns, type Decision, decideAnswer, decideStop, type Verdict } from './decide-answer.ts'
import { decideToAsk } from './grounding.ts'

export type ExplainedRule = Explanation['rules'][number]

/** What decides whether rules are considered for a message; `text` is null if it isn't a text. */
export type Occasion = { text: string | null; isFromBot: boolean; isChannelActive: boolean }

/** Why no rule is considered, in the order of the checks on incoming messages; undefined: they are. */
export function findObstacle({ text, isFromBot, isChannelActive }: Occasion): Silence | undefined {
  if (!isChannelActive) return 'channel-disabled'
  if (isFromBot) return 'from-a-bot'
  if (text === null) return 'not-text'
  return parseChatCommand(text) ? 'command' : undefined
}

export type Asked = Pick<Question, 'at' | 'userId' | 'text'>

export type Explained = {
  silence: Silence | null
  winner: Verdict | undefined
  asksModel: boolean
  /** Those that matched, the best first; then all others in the order of the assistant. */
  rules: ExplainedRule[]
}

/** The live decision, and the result for every rule. */
export function explainAnswer(
  assistant: Assistant,
  found: readonly Found[],
  asked: Asked,
  cooldowns: Cooldowns,
  {
    obstacle,
    hasModel,
    modelLimit,
  }: { obstacle: Silence | undefined; hasModel: boolean; modelLimit?: Silence | undefined },
): Explained {
  const decision = decideAnswer(assistant, found, asked, cooldowns)
  const wouldAsk = !obstacle && hasModel && decideToAsk(assistant, decision, asked, cooldowns)
  const asksModel = wouldAsk && !modelLimit
  const matched = new Set(decision.verdicts.map(({ found: one }) => one.rule))
  const others = assistant.rules.flatMap((rule, index) => (matched.has(index) ? [] : [rule]))
  return {
    silence: obstacle ?? (wouldAsk ? (modelLimit ?? null) : decision.silence),
    winner: obstacle ? undefined : decision.winner,
    asksModel,
    rules: [
      ...decision.verdicts.map((verdict) => explainMatch(assistant, verdict, obstacle ?? decision.silence)),
      ...others.map((rule) => ({
        ...describe(assistant, rule),
        matched: false,
        matchedBy: null,
        score: null,
        stoppedBy: explainNoMatch(assistant, rule, decision, asked, cooldowns, { hasModel, modelLimit }),
      })),
    ],
  }
}

function describe({ qa }: Assistant, rule: AnsweringRule) {
  return { ruleId: rule.id, question: rule.question, mode: modeOf(rule, qa.mode), priority: rule.priority }
}

/** If all are silenced, so is the one that would have answered. */
function explainMatch(
  assistant: Assistant,
  { rule, found, stoppedBy }: Verdict,
  silence: Silence | null,
): ExplainedRule {
  const match = { matched: true, matchedBy: found.by, score: found.score }
  return { ...describe(assistant, rule), ...match, stoppedBy: stoppedBy ?? silence }
}

/** A rule for the model matches nothing by itself: what is reported is whether the model is asked because of it. */
function explainNoMatch(
  assistant: Assistant,
  rule: AnsweringRule,
  { winner }: Decision,
  { at, userId }: Asked,
  cooldowns: Cooldowns,
  { hasModel, modelLimit }: { hasModel: boolean; modelLimit: Silence | undefined },
): ExplainedRule['stoppedBy'] {
  if (modeOf(rule, assistant.qa.mode) !== 'ai') return 'no-match'
  if (rule.enabled && !hasModel) return 'no-model'
  return decideStop(assistant, rule, at, userId, cooldowns) ?? (winner ? 'lower-priority' : (modelLimit ?? null))
}
