import type { QueryOf, Routes, UnansweredReport } from '@innkeeper/contract'
import type { Found } from '../../domain/assistant/answering/assistant.ts'
import type { Past } from '../../domain/assistant/answering/replay-messages.ts'
import { type Asked, groupQuestions, type QuestionGroup } from '../../domain/assistant/unanswered/group-questions.ts'
import { isQuestion } from '../../domain/assistant/unanswered/is-question.ts'
import { nextSlice } from '../../domain/long-work.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { goThroughPast, type PastDeps } from './past-messages.ts'
import { queueReplay } from './trial-queue.ts'

/** The latest ones. A page that someone opens must take a moment, not half a minute. */
const mostMessages = 20_000
const mostGroups = 100
const idsAtOnce = 500
/** Steps of grouping before others get their turn. */
const stepsAtOnce = 50

/**
 * Questions that got no answer, and that no rule would match now. So a question disappears once there is a rule for it. Waits for
 * its turn like a replay, which reads the same messages.
 */
export async function listUnanswered(
  deps: PastDeps,
  grant: ChannelGrant,
  days: QueryOf<Routes['listUnanswered']>,
): Promise<UnansweredReport> {
  return await queueReplay(deps.store, grant, async () => {
    const { taker, from, to, messages, isComplete } = await goThroughPast(deps, grant, days, gatherQuestions, {
      most: mostMessages,
    })
    const open = await withoutAnswered(deps.store, grant.channel.channelNo, taker.questions)
    const groups = await group(open)
    return { from, to, messages, questions: groups.map(describe), isComplete }
  })
}

function gatherQuestions(_: unknown, { since }: { since: number }) {
  const questions: Asked[] = []
  return {
    questions,
    take({ messageId, at, text, userId }: Past, found: readonly Found[]) {
      if (at >= since && found.length === 0 && isQuestion(text)) questions.push({ messageId, at, text, userId })
    },
  }
}

/** A rule that was deleted since, or a language model, may have answered. */
async function withoutAnswered(store: Store, channelNo: number, questions: readonly Asked[]): Promise<Asked[]> {
  const open: Asked[] = []
  for (let start = 0; start < questions.length; start += idsAtOnce) {
    const part = questions.slice(start, start + idsAtOnce)
    const ids = part.map(({ messageId }) => messageId)
    const answered = new Set(await store.listAnswered(channelNo, ids))
    open.push(...part.filter(({ messageId }) => !answered.has(messageId)))
  }
  return open
}

async function group(questions: readonly Asked[]): Promise<QuestionGroup[]> {
  const steps = groupQuestions(questions, mostGroups)
  for (let count = 1; ; count++) {
    const step = steps.next()
    if (step.done) return step.value
    if (count % stepsAtOnce === 0) await nextSlice()
  }
}

function describe({ latest, variants, messages, people }: QuestionGroup): UnansweredReport['questions'][number] {
  const { messageId, at, text } = latest
  return { messageId, content: text, lastAt: toTimestamp(at), variants, messages, people }
}
