import type { ReplyRight } from '../../domain/assistant/reply.ts'
import type { Erased, LedgerEntry } from '../../domain/storage/erasure.ts'

/** What a slice of an erasure did. */
export type ErasureProgress =
  /** Nothing is left to erase. */
  | { kind: 'idle' }
  /** Something else has to happen first, such as leaving the chat. */
  | { kind: 'waiting' }
  /** Others are writing to the channels that are next. It is possible again in a moment. */
  | { kind: 'locked' }
  | { kind: 'going-on' }
  | { kind: 'finished'; erasureId: number; erased: Erased; entry: LedgerEntry; notify: ErasureNotice | null }

/** Whom to notify, if a person asked for it in a chat. */
export type ErasureNotice = { platform: string; reply: ReplyRight; language: string }
