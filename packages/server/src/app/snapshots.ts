import { readLedgerAt } from '../adapters/fs/ledger-file.ts'
import { noteBackup } from '../adapters/fs/snapshots/known-snapshots.ts'
import { openBackup } from '../adapters/fs/snapshots/open-snapshot.ts'
import { openRestoreFolder } from '../adapters/fs/snapshots/restore-folder.ts'
import { openBackupDraft } from '../adapters/fs/snapshots/snapshot-draft.ts'
import { migrations } from '../adapters/sql/migrations.ts'
import { lockDataDir } from '../adapters/sqlite/serve-lock.ts'
import { openBackupSource, openSnapshot } from '../adapters/sqlite/storage/snapshot.ts'
import type { Backups } from '../cli/cli-deps.ts'

export const backups: Backups = {
  async openSource({ dataDir, databaseUrl }) {
    if (databaseUrl === null) return openBackupSource(dataDir)
    const { openServerBackup } = await import('./postgres-snapshot.ts')
    return await openServerBackup(databaseUrl)
  },
  openDraft: (target, { dataDir }) => openBackupDraft(target, { dataDir }),
  note: ({ dataDir }, backup) => noteBackup(dataDir, backup),
  open: openBackup,
  openRestoreDraft: ({ dataDir }) => openRestoreFolder(dataDir, lockDataDir),
  readLedgerAt,
  examiner: { openSnapshot, schema: migrations.length },
}
