import type { JobOutcome } from '../../ports/commands.ts'
import type { JobCall, JobDeps } from './job-call.ts'

/** How long looking for an answer may take. */
const limitMs = 1_000

/** Looks for rules that match, where that takes more time than taking a message in may. */
export async function findAnswer(
  { store, clock, runner }: Pick<JobDeps, 'store' | 'clock' | 'runner'>,
  { job, channel }: Pick<JobCall<'find-answer'>, 'job' | 'channel'>,
): Promise<JobOutcome> {
  const { channelId, question } = job
  const { version, assistant } = await store.getAssistant(channel.channelNo)
  const rules = { key: `${channel.channelNo} ${version}`, mode: assistant.qa.mode, rules: assistant.rules }
  const [found = []] = await runner.match(rules, [question.text], limitMs)
  await store.write<'answer-question'>({
    kind: 'answer-question',
    at: clock(),
    channelId,
    question,
    found: found.flatMap(({ rule, ...match }) => {
      const ruleId = assistant.rules[rule]?.id
      return ruleId === undefined ? [] : [{ ...match, ruleId }]
    }),
  })
  return { kind: 'done' }
}
