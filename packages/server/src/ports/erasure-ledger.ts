import type { LedgerEntry } from '../domain/erasure.ts'

/**
 * What was erased, written where it outlives the data: beside it, and with every backup that was made of it, so that an
 * older backup does not bring it back.
 */
export type ErasureLedger = {
  /** Makes sure that all of these stand everywhere. Answers the backups that could not be reached. */
  keep(entries: LedgerEntry[]): Promise<{ unreachable: string[] }>
}
