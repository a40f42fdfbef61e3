import type { Assistant, Found } from '../../../domain/assistant/answering/assistant.ts'
import { decideSilence, rankFound } from '../../../domain/assistant/answering/decide-answer.ts'
import {
  decideBusy,
  matchedTooLate,
  matchedTooSlowly,
  TooBusy,
  TooSlow,
} from '../../../domain/assistant/answering/undecided.ts'
import { modeOf } from '../../../domain/assistant/matching/rule-patterns.ts'
import type { JobOutcome } from '../../../ports/commands/jobs.ts'
import type { WaitingQuestion } from '../../../ports/records.ts'
import type { RuleSet } from '../../../ports/rule-runner.ts'
import type { JobCall, JobDeps } from '../job-call.ts'

/** CPU time limit for matching one message. The reason in the send log mentions it. */
const limitMs = 1_000
/** The best rules that match one text. Deciding between them happens in a transaction, for which every channel waits. */
const mostFound = 200
const mostModelRules = 100

type Deps = Pick<JobDeps, 'store' | 'clock' | 'runner' | 'model' | 'log'>
type Call = Pick<JobCall<'find-answer'>, 'job' | 'channel' | 'createdAt' | 'signal'>

/** Matches rules in a job, when that takes longer than the transaction that receives a message may take. */
export async function findAnswer(deps: Deps, call: Call): Promise<JobOutcome> {
  const { store, clock } = deps
  const { job, channel } = call
  const { channelId, question } = job
  if (!channel.isActive) return { kind: 'done' }
  if (await isTooLate(deps, call)) return await leaveTooLate(deps, call)
  const { version, assistant, ownerId } = await store.getAssistant(channel.channelNo)
  if (decideSilence(assistant, question.at)) return { kind: 'done' }
  // A disabled assistant costs no time.
  const rules = assistant.rules.filter(({ enabled }) => enabled)
  const set = { key: `${channel.channelNo} ${version}`, mode: assistant.qa.mode, rules }
  const found = await match(deps, call, set, ownerId)
  if ('kind' in found) return found
  // Most messages. Nothing is written then, so their channel isn't locked either.
  if (found.length === 0 && deps.model === null) {
    return { kind: 'done', alsoDone: await listUnanswered(deps, call, set, ownerId) }
  }
  await store.write<'answer-question'>({
    kind: 'answer-question',
    at: clock(),
    channelId,
    question,
    requestId: job.requestId,
    mayAskModel: deps.model !== null,
    modelRuleIds: deps.model === null ? [] : listModelRules(assistant),
    found: rankFound({ ...assistant, rules }, found)
      .slice(0, mostFound)
      .map(({ one: { rule: _, ...how }, rule }) => ({ ...how, ruleId: rule.id })),
  })
  return { kind: 'done' }
}

/** Only the first ones, because a model is offered even fewer. */
function listModelRules({ rules, qa }: Assistant): string[] {
  const leftToModel = rules.filter((rule) => rule.enabled && modeOf(rule, qa.mode) === 'ai')
  return leftToModel.slice(0, mostModelRules).map(({ id }) => id)
}

/** The reply token expired while earlier messages were matched. If pushing is allowed, there is more time. */
async function isTooLate({ store, clock }: Deps, { job, channel }: Call): Promise<boolean> {
  const { reply } = job.question
  if (!reply || reply.expiresAt === null || clock() < reply.expiresAt) return false
  return !(await store.getChannel(channel.channelNo)).settings.allowPush
}

/** Matching that took too long isn't retried: it would take as long again and keep others waiting. */
async function match(deps: Deps, call: Call, set: RuleSet, userId: string | null): Promise<Found[] | JobOutcome> {
  const { channelNo } = call.channel
  const { signal, job, createdAt } = call
  try {
    const whom = { channelNo, userId, purpose: 'live' } as const
    const [found = []] = await deps.runner.match(set, [job.question.text], whom, { limitMs, signal })
    return found
  } catch (error) {
    if (error instanceof TooBusy) {
      const outcome = decideBusy({ reply: job.question.reply, createdAt, now: deps.clock() })
      return outcome ?? (await leaveTooLate(deps, call))
    }
    if (!(error instanceof TooSlow)) throw error
    const ruleId = error.culprit ? set.rules[error.culprit.rule]?.id : undefined
    // Without the pattern, because it is the owner's text.
    deps.log.warn({ channelId: job.channelId, ruleId, reason: error.message }, 'matching a message took too long')
    return await leaveUndecided(deps, call, { reason: matchedTooSlowly, ruleId })
  }
}

/** A channel that is behind catches up with many messages at a time. This long, they are still ordinary. */
const behindAfterMs = 250
const mostTogether = 50
/** For all of them together. */
const togetherMs = 200

/** The following messages of the channel, as long as no rule matches them either. */
async function listUnanswered(deps: Deps, call: Call, set: RuleSet, userId: string | null): Promise<number[]> {
  const waiting = await listBehind(deps, call)
  if (waiting.length === 0) return []
  const { channelNo } = call.channel
  const texts = waiting.map(({ question }) => question.text)
  try {
    const whom = { channelNo, userId, purpose: 'live' } as const
    const found = await deps.runner.match(set, texts, whom, { limitMs: togetherMs, signal: call.signal })
    const answered = found.findIndex((one) => one.length > 0)
    return waiting.slice(0, answered === -1 ? waiting.length : answered).map(({ jobId }) => jobId)
  } catch (error) {
    // Then each has to wait for its own turn and time limit.
    if (error instanceof TooBusy || error instanceof TooSlow) return []
    throw error
  }
}

async function listBehind({ store, clock }: Deps, { channel, createdAt }: Call): Promise<WaitingQuestion[]> {
  const at = clock()
  return at - createdAt < behindAfterMs ? [] : await store.listWaitingQuestions(channel.channelNo, at, mostTogether)
}

/** With all those behind it that are too late as well, so that the first one that can still be answered is next. */
async function leaveTooLate(deps: Deps, call: Call): Promise<JobOutcome> {
  const now = deps.clock()
  const waiting = await listBehind(deps, call)
  const alive = waiting.findIndex(
    ({ question: { reply } }) => !reply || reply.expiresAt === null || reply.expiresAt > now,
  )
  const late = waiting.slice(0, alive === -1 ? waiting.length : alive)
  const all = [call, ...late.map(({ question }) => ({ ...call, job: { ...call.job, question } }))]
  await Promise.all(all.map((one) => leaveUndecided(deps, one, { reason: matchedTooLate })))
  return { kind: 'done', isTooLate: true, alsoDone: late.map(({ jobId }) => jobId) }
}

async function leaveUndecided(
  { store, clock }: Deps,
  { job: { channelId, question } }: Call,
  why: { reason: string; ruleId?: string | undefined },
): Promise<JobOutcome> {
  const failure = 'undecided'
  await store.write<'leave-unanswered'>({ kind: 'leave-unanswered', at: clock(), channelId, question, failure, ...why })
  return { kind: 'done' }
}
