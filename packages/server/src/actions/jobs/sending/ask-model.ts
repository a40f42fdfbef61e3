import { listOffers, type Offer } from '../../../domain/assistant/answering/grounding.ts'
import {
  believeTokens,
  dataOf,
  estimateTokens,
  instructions,
  ModelFailure,
  readChoice,
} from '../../../domain/assistant/answering/model-question.ts'
import { limitReasons } from '../../../domain/assistant/answering/model-shares.ts'
import { decideRetry } from '../../../domain/jobs/job-outcome.ts'
import type { Chosen } from '../../../ports/commands/assistant.ts'
import type { JobOutcome } from '../../../ports/commands/jobs.ts'
import type { LanguageModel } from '../../../ports/language-model.ts'
import type { JobCall, JobDeps } from '../job-call.ts'

type Deps = Pick<JobDeps, 'store' | 'clock' | 'random' | 'model' | 'log'>
type Call = Pick<JobCall<'ask-model'>, 'job' | 'channel' | 'attempts' | 'signal'>

/**
 * Lets a language model choose among the owner's answers. It never decides the wording: its choice is looked up, and anything
 * else it writes is discarded.
 */
export async function askModel(deps: Deps, call: Call): Promise<JobOutcome> {
  const { store, clock, model } = deps
  const { channelId, question } = call.job
  // Switched off since it was planned.
  if (!model || !call.channel.isActive) return { kind: 'done' }
  if (isTooLate(call, clock())) return { kind: 'bury', reason: 'the reply token expired before the model was asked' }
  const { assistant } = await store.getAssistant(call.channel.channelNo)
  const offers = listOffers(assistant, question.at, question.text)
  if (offers.length === 0) return { kind: 'done' }
  const asked = await ask(deps, model, call, offers)
  if ('kind' in asked) return asked
  const choice = readChoice(asked.text, offers)
  if (choice === null) return { kind: 'done' }
  if (choice === 'unreadable') {
    return { kind: 'bury', reason: 'the language model did not choose one of the entries that it was offered' }
  }
  const chosen = { choice: nameOf(choice), offered: describeOffered(offers), tokens: asked.tokens }
  const { requestId } = call.job
  await store.write<'answer-chosen'>({ kind: 'answer-chosen', at: clock(), channelId, question, requestId, chosen })
  return { kind: 'done' }
}

/** Counted before the request, because it costs even without a response, and corrected by the reported usage afterwards. */
async function ask(
  { store, clock, random, log }: Deps,
  model: LanguageModel,
  call: Call,
  offers: readonly Offer[],
): Promise<{ text: string; tokens: number } | JobOutcome> {
  const { channelId, question } = call.job
  const data = dataOf(offers, question.text)
  const estimated = estimateTokens(data)
  const spend = { kind: 'count-tokens', at: clock(), channelId, userId: question.userId } as const
  const { limits } = model
  const failure = await store.write<'count-tokens'>({ ...spend, limits, requests: 1, tokens: estimated })
  if (failure !== 'counted') {
    const reason = limitReasons[failure]
    // Shares concern channels and members. The limit for the whole day concerns the operator.
    if (failure === 'ai-day-limit') log.warn({ channelId }, reason)
    await store.write<'leave-unanswered'>({
      kind: 'leave-unanswered',
      at: clock(),
      channelId,
      question,
      failure,
      reason,
    })
    return { kind: 'done' }
  }
  let requests = 0
  // What was spent is counted, even above the limit.
  const correct = async (tokens: number) => {
    const more = { requests: Math.max(0, requests - 1), tokens: tokens - estimated }
    if (more.requests > 0 || more.tokens !== 0) {
      await store.write<'count-tokens'>({ ...spend, limits: null, ...more })
    }
  }
  try {
    const answer = await model.ask({ instructions, data }, call.signal, () => void requests++)
    const tokens = believeTokens(answer.tokens, estimated)
    await correct(tokens)
    return { text: answer.text, tokens }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    await correct(error.code === 'refused' || error.code === 'busy' ? 0 : estimated)
    return decideFailedQuestion(error, call, { now: clock(), random: random() })
  }
}

/** Retried if that may help, and only while the reply token is valid. */
function decideFailedQuestion(
  { code, message }: ModelFailure,
  call: Call,
  { now, random }: { now: number; random: number },
): JobOutcome {
  const reason = `the language model gave no answer: ${message}`
  if (code !== 'silence' && code !== 'busy') return { kind: 'bury', reason }
  const again = decideRetry('ask-model', reason, { attempts: call.attempts, now, random })
  return again.kind === 'retry' && isTooLate(call, again.runAt) ? { kind: 'bury', reason } : again
}

function isTooLate({ job }: Pick<Call, 'job'>, now: number): boolean {
  const { reply } = job.question
  return reply === null || (reply.expiresAt !== null && now >= reply.expiresAt)
}

function nameOf(offer: Offer): Chosen['choice'] {
  return offer.kind === 'rule' ? { kind: 'rule', ruleId: offer.ruleId } : offer
}

function describeOffered(offers: readonly Offer[]): Chosen['offered'] {
  const ruleIds = offers.flatMap((offer) => (offer.kind === 'rule' ? [offer.ruleId] : []))
  return { ruleIds, passages: offers.length - ruleIds.length }
}
