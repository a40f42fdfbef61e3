import type { CoveringImport } from '../domain/messages/ledger/covering-imports.ts'
import type { GapFacts } from '../domain/messages/ledger/gather-gaps.ts'
import type { ServiceSpan } from '../domain/messages/ledger/heartbeat.ts'
import type { KnownGap } from '../domain/messages/ledger/known-gap.ts'

/** What is known about missing messages; part of the store. */
export type LedgerStore = {
  readLedger(
    channelNo: number,
    days: { from: number; to: number; firstDay: string; lastDay: string },
  ): Promise<LedgerRecord>
  /** When nodes were running, by when they began. */
  listServiceSpans(): Promise<ServiceSpan[]>
  /** When a platform couldn't deliver, after `from`. Null: any platform. */
  listAbsences(platform: string | null, from: number): Promise<KnownGap[]>
}

export type LedgerRecord = {
  gaps: GapFacts
  /** Messages that arrived late, by the minute they were sent in. */
  late: { minute: number; messages: number }[]
  /** When events that could not be read arrived. */
  unread: number[]
  /** When messages were sent that are unsent now. */
  unsent: number[]
  media: { time: number; state: 'pending' | 'lost'; reason: string | null; isImported: boolean }[]
  days: { day: string; private: number; expired: number; erased: number }[]
  /** Those that are finished and weren't undone. */
  imports: CoveringImport[]
}
