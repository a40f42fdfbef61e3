import { join } from 'node:path'
import { ledgerName } from '../../domain/storage/snapshot-manifest.ts'
import type { ErasureLedger, LedgerSource } from '../../ports/storage/erasure-ledger.ts'
import type { KnownSnapshot } from '../../ports/storage/snapshot.ts'
import { extendLedger, ledgerBesideTar } from './ledger-file.ts'
import { isStillThere, listSnapshots } from './snapshots/known-snapshots.ts'

/** Written to the data folder, and next to every snapshot of it that can still be reached. */
export function openErasureLedger(dataDir: string): ErasureLedger {
  const outOfReach = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()

  const write = async (source: LedgerSource) => {
    await extendLedger(join(dataDir, ledgerName), source)
    const unreachable = new Set<string>()
    for (const snapshot of await listSnapshots(dataDir)) {
      if (await noteWith(snapshot, source)) outOfReach.delete(snapshot.path)
      else if (!outOfReach.has(snapshot.path)) unreachable.add(snapshot.path)
    }
    for (const path of unreachable) outOfReach.add(path)
    return { unreachable: [...unreachable] }
  }

  return {
    /** One at a time: the end of a file must not change between reading and writing. */
    async keep(source) {
      const written = last.then(() => write(source))
      last = written.catch(() => undefined)
      return await written
    },
  }
}

/** False if the snapshot is gone, was replaced by another, or isn't writable. */
async function noteWith(snapshot: KnownSnapshot, source: LedgerSource): Promise<boolean> {
  if (!(await isStillThere(snapshot))) return false
  const { path } = snapshot
  try {
    await extendLedger(path.endsWith('.tar') ? ledgerBesideTar(path) : join(path, ledgerName), source)
    return true
  } catch {
    return false
  }
}
