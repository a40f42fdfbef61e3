import type { Found } from '../../domain/answering/assistant.ts'
import { decideSilence } from '../../domain/answering/decide-answer.ts'
import type { JobOutcome } from '../../ports/commands.ts'
import { type RuleSet, TooSlow } from '../../ports/rule-runner.ts'
import type { JobCall, JobDeps } from './job-call.ts'

/** How long looking for an answer may take. */
const limitMs = 1_000

type Call = Pick<JobCall<'find-answer'>, 'job' | 'channel' | 'signal'>

/** Looks for rules that match, where that takes more time than taking a message in may. */
export async function findAnswer(
  deps: Pick<JobDeps, 'store' | 'clock' | 'runner' | 'model' | 'log'>,
  call: Call,
): Promise<JobOutcome> {
  const { store, clock } = deps
  const { job, channel } = call
  const { channelId, question } = job
  if (!channel.isActive) return { kind: 'done' }
  const { version, assistant } = await store.getAssistant(channel.channelNo)
  if (decideSilence(assistant, question.at)) return { kind: 'done' }
  // What is switched off costs nobody any time.
  const rules = assistant.rules.filter(({ enabled }) => enabled)
  // Where none is off, they are the same rules as those that are explained, and compiled once for both.
  const key = `${channel.channelNo} ${version}${rules.length === assistant.rules.length ? '' : ' enabled'}`
  const found = await match(deps, call, { key, mode: assistant.qa.mode, rules })
  if (!found) return { kind: 'done' }
  await store.write<'answer-question'>({
    kind: 'answer-question',
    at: clock(),
    channelId,
    question,
    requestId: job.requestId,
    mayAskModel: deps.model !== null,
    found: found.flatMap(({ rule, ...how }) => {
      const ruleId = rules[rule]?.id
      return ruleId === undefined ? [] : [{ ...how, ruleId }]
    }),
  })
  return { kind: 'done' }
}

/** Undefined where it takes too long: a second try would take as long, and keep others waiting again. */
async function match(
  { runner, log }: Pick<JobDeps, 'runner' | 'log'>,
  { job, signal }: Call,
  set: RuleSet,
): Promise<Found[] | undefined> {
  try {
    const [found = []] = await runner.match(set, [job.question.text], limitMs, signal)
    return found
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error
    const { culprit, message: reason } = error
    const ruleId = culprit ? set.rules[culprit.rule]?.id : undefined
    const about = { channelId: job.channelId, ruleId, pattern: culprit?.pattern, reason }
    log.warn(about, 'a message stays without an answer, because looking for one took too long')
    return undefined
  }
}
