import {
  believeTokens,
  estimateRequest,
  ModelFailure,
  type ModelRequest,
} from '../../domain/assistant/answering/model-question.ts'
import type { ReachedLimit } from '../../domain/assistant/answering/model-shares.ts'
import type { Clock } from '../../ports/clock.ts'
import type { LanguageModel } from '../../ports/language-model.ts'
import type { Store } from '../../ports/store.ts'

type Deps = { store: Store; clock: Clock }
type Asker = { channelId: string; userId: string | null }

export type Counted =
  | { kind: 'answer'; text: string; tokens: number }
  | { kind: 'limit'; reached: ReachedLimit }
  | { kind: 'failure'; failure: ModelFailure }

/** Counted before the request, because it costs even without a response, and corrected by the reported usage afterwards. */
export async function askCounted(
  { store, clock }: Deps,
  model: LanguageModel,
  asker: Asker,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Counted> {
  const estimated = estimateRequest(request)
  const spend = { kind: 'count-tokens', at: clock(), ...asker } as const
  const { limits } = model
  const counted = await store.write<'count-tokens'>({ ...spend, limits, requests: 1, tokens: estimated })
  if (counted !== 'counted') return { kind: 'limit', reached: counted }
  let requests = 0
  // What was spent is counted, even above the limit.
  const correct = async (tokens: number) => {
    const more = { requests: Math.max(0, requests - 1), tokens: tokens - estimated }
    if (more.requests > 0 || more.tokens !== 0) {
      await store.write<'count-tokens'>({ ...spend, limits: null, ...more })
    }
  }
  try {
    const answer = await model.ask(request, signal, () => void requests++)
    const tokens = believeTokens(answer.tokens, estimated)
    await correct(tokens)
    return { kind: 'answer', text: answer.text, tokens }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    await correct(error.code === 'refused' || error.code === 'busy' ? 0 : estimated)
    return { kind: 'failure', failure: error }
  }
}
