import type { ModelRequest } from '../domain/assistant/answering/model-question.ts'
import type { ModelLimits } from '../domain/assistant/answering/model-shares.ts'

/** A language model, wherever it runs. Calls have their own time limit and throw `ModelFailure`, nothing else. */
export type LanguageModel = {
  /**
   * `instructions` and `data` are kept apart: only the first comes from us. `noteRequest` is called before each request: one
   * question may take several, until the endpoint accepts the parameters.
   */
  ask(question: ModelRequest, signal: AbortSignal, noteRequest?: () => void): Promise<ModelAnswer>
  /** Whether it can be reached with our settings, without asking a question. */
  examine(): Promise<'there' | 'not listed' | 'cannot be told'>
  /** Tokens that can be used per day. */
  limits: ModelLimits
}

/** `tokens`: the reported cost; null if it isn't reported. */
export type ModelAnswer = { text: string; tokens: number | null }
