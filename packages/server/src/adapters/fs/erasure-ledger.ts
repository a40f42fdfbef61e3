import { join } from 'node:path'
import { ledgerName } from '../../domain/backup-manifest.ts'
import type { LedgerEntry } from '../../domain/erasure.ts'
import type { KnownBackup } from '../../ports/backup.ts'
import type { ErasureLedger } from '../../ports/erasure-ledger.ts'
import { isStillThere, listBackups } from './known-backups.ts'
import { addToLedger, ledgerBesideTar } from './ledger-file.ts'

/** In the data folder, and with every backup that was made of it and can still be reached. */
export function openErasureLedger(dataDir: string): ErasureLedger {
  return {
    async keep(entries) {
      await addToLedger(join(dataDir, ledgerName), entries)
      const unreachable = new Set<string>()
      for (const backup of await listBackups(dataDir)) {
        if (!(await noteWith(backup, entries))) unreachable.add(backup.path)
      }
      return { unreachable: [...unreachable] }
    },
  }
}

/** False where the backup is gone, was replaced by another, or cannot be written to. */
async function noteWith(backup: KnownBackup, entries: LedgerEntry[]): Promise<boolean> {
  if (!(await isStillThere(backup))) return false
  const { path } = backup
  try {
    await addToLedger(path.endsWith('.tar') ? ledgerBesideTar(path) : join(path, ledgerName), entries)
    return true
  } catch {
    return false
  }
}
