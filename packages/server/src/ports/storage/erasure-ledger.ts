import type { LedgerEntry, NumberedEntry } from '../../domain/storage/erasure.ts'

/** The ledger as the store has it. */
export type LedgerSource = {
  /** Those after this number, in order. */
  listLedger(after: number, limit: number): Promise<NumberedEntry[]>
  findLedgerNumber(entry: LedgerEntry): Promise<number | undefined>
}

/**
 * What was erased, unsent or revoked, stored where it outlives the data: next to it, and with every snapshot that was made of
 * it, so that restoring an older snapshot doesn't bring it back.
 */
export type ErasureLedger = {
  /** Adds what is missing, everywhere. Returns the snapshots that can't be reached, each of them once until it can be again. */
  keep(source: LedgerSource): Promise<{ unreachable: string[] }>
}

/** Entries of a ledger, piece by piece. */
export type LedgerPieces = AsyncIterable<LedgerEntry[]>
