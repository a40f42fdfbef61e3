import type { Logger } from 'pino'
import type { ErasureLedger } from '../../../ports/storage/erasure-ledger.ts'
import type { Store } from '../../../ports/store.ts'

type Deps = { store: Store; ledger: ErasureLedger; log: Pick<Logger, 'warn'> }

/** Entries numbered in one commit. */
const sliceSize = 1_000

/** Writes the store's ledger entries to the files that lack them. */
export async function writeLedger({ store, ledger, log }: Deps): Promise<void> {
  if ((await store.getLedgerState()).waiting > 0) {
    while ((await store.write<'number-ledger'>({ kind: 'number-ledger', limit: sliceSize })) >= sliceSize);
  }
  const { unreachable } = await ledger.keep(store)
  for (const backup of unreachable) log.warn({ backup }, 'failed to add to the removal list of a snapshot')
}

/** Writes if there is anything new, from this node or another. */
export function createLedgerWriter(deps: Deps): () => Promise<void> {
  let written: number | undefined
  return async () => {
    const { last, waiting } = await deps.store.getLedgerState()
    if (waiting === 0 && last === written) return
    await writeLedger(deps)
    // Entries numbered in the meantime are found by the next check.
    written = last
  }
}
