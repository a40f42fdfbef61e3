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

export type ModelFailureCode =
  /** No answer in time, or none at all. Perhaps it cost something. */
  | 'silence'
  /** Too much at once, or out of order: later it works. */
  | 'busy'
  /** Our key, the model's name, or the account is not good for this. */
  | 'refused'
  /** An answer, but none that can be used. */
  | 'unreadable'

/** The message holds nothing that the endpoint said: that may quote the key or what somebody wrote. */
export class ModelFailure extends Error {
  readonly code: ModelFailureCode
  constructor(code: ModelFailureCode, message: string) {
    super(message)
    this.name = 'ModelFailure'
    this.code = code
  }
}
