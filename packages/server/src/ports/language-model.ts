import type { ModelLimits } from '../domain/assistant/answering/model-shares.ts'

/** A language model, wherever it runs. Answers within its own time limit and throws `ModelFailure`, nothing else. */
export type LanguageModel = {
  /**
   * `instructions` and `data` are told apart: only the first comes from us. `noteRequest` is called before each request:
   * one question may take several, until the endpoint takes what it is given.
   */
  ask(
    question: { instructions: string; data: string },
    signal: AbortSignal,
    noteRequest?: () => void,
  ): Promise<ModelAnswer>
  /** Whether it can be reached with what we have, without asking it anything. */
  examine(): Promise<'there' | 'not listed' | 'cannot be told'>
  /** Tokens that may be spent on it in a day. */
  limits: ModelLimits
}

/** `tokens`: what it says that this cost; null where it does not. */
export type ModelAnswer = { text: string; tokens: number | null }
