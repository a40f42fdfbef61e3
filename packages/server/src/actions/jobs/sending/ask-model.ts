import { listOffers, type Offer } from '../../../domain/assistant/answering/grounding.ts'
import {
  choiceTokens,
  dataOf,
  instructions,
  type ModelFailure,
  readChoice,
} from '../../../domain/assistant/answering/model-question.ts'
import { limitReasons } from '../../../domain/assistant/answering/model-shares.ts'
import { decideRetry } from '../../../domain/jobs/job-outcome.ts'
import type { Chosen } from '../../../ports/commands/assistant.ts'
import type { JobOutcome } from '../../../ports/commands/jobs.ts'
import type { LanguageModel } from '../../../ports/language-model.ts'
import { askCounted } from '../../assistant/ask-counted.ts'
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

async function ask(
  deps: Deps,
  model: LanguageModel,
  call: Call,
  offers: readonly Offer[],
): Promise<{ text: string; tokens: number } | JobOutcome> {
  const { store, clock, random, log } = deps
  const { channelId, question } = call.job
  const request = { instructions, data: dataOf(offers, question.text), answerTokens: choiceTokens }
  const asked = await askCounted(deps, model, { channelId, userId: question.userId }, request, call.signal)
  if (asked.kind === 'answer') return { text: asked.text, tokens: asked.tokens }
  if (asked.kind === 'failure') return decideFailedQuestion(asked.failure, call, { now: clock(), random: random() })
  const failure = asked.reached
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
