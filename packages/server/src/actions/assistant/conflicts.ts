import type { BodyOf, ConflictReport, Routes } from '@innkeeper/contract'
import { type Conflict, startConflicts } from '../../domain/assistant/answering/find-conflicts.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { goThroughPast, type PastDeps } from './past-messages.ts'
import { queueReplay } from './trial-queue.ts'

const mostPairs = 50

/** Finds rules that match the same messages, and which of two wins. Changes nothing, sends nothing. */
export async function listConflicts(
  deps: PastDeps,
  grant: ChannelGrant,
  request: BodyOf<Routes['listConflicts']>,
): Promise<ConflictReport> {
  const { channelNo } = grant.channel
  const only = request.rule && (request.rule.id ?? 'draft')
  const { taker, from, to, messages, isComplete } = await queueReplay(deps.store, grant, () =>
    goThroughPast(deps, grant, request, (assistant, { since }) =>
      startConflicts(assistant, { since, ...(only !== undefined && { only }) }),
    ),
  )
  const pairs: ConflictReport['pairs'] = []
  for (const conflict of taker.list(mostPairs)) pairs.push(await describe(deps.store, channelNo, conflict))
  return { from, to, messages, pairs, isComplete: isComplete && !taker.areTooMany }
}

async function describe(
  store: Store,
  channelNo: number,
  { first, second, messages, firstWins, sampleId }: Conflict,
): Promise<ConflictReport['pairs'][number]> {
  const said = await store.findSentMessage(channelNo, sampleId)
  return {
    first: { ruleId: first.id, question: first.question },
    second: { ruleId: second.id, question: second.question },
    messages,
    firstWins,
    // It has been unsent since then.
    sample:
      said && said.text !== null
        ? { messageId: sampleId, timestamp: toTimestamp(said.sentAt), sender: said.sender, content: said.text }
        : null,
  }
}
