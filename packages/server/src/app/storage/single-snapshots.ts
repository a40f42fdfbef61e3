import { readLedgerAt } from '../../adapters/fs/ledger-file.ts'
import { noteSnapshot } from '../../adapters/fs/snapshots/known-snapshots.ts'
import { openSnapshot } from '../../adapters/fs/snapshots/open-snapshot.ts'
import { openRestoreFolder } from '../../adapters/fs/snapshots/restore-folder.ts'
import { openSnapshotDraft } from '../../adapters/fs/snapshots/snapshot-draft.ts'
import { migrations } from '../../adapters/sql/migrations.ts'
import { lockDataDir } from '../../adapters/sqlite/serve-lock.ts'
import { openSnapshotDatabase, openSnapshotSource } from '../../adapters/sqlite/storage/snapshot.ts'
import { findSchema, listUpgradeCopies, openRollback } from '../../adapters/sqlite/storage/upgrade-copies.ts'
import type { Snapshots } from '../../cli/cli-deps.ts'

/** Single snapshots, as folders and tar files, and what is copied from and restored to. */
export const singleSnapshots: Omit<Snapshots, 'places'> = {
  async openSource({ dataDir, databaseUrl }) {
    if (databaseUrl === null) return openSnapshotSource(dataDir)
    const { openPostgresSnapshot } = await import('./postgres-snapshot.ts')
    return await openPostgresSnapshot(databaseUrl)
  },
  openDraft: (target, { dataDir }) => openSnapshotDraft(target, { dataDir }),
  note: ({ dataDir }, backup) => noteSnapshot(dataDir, backup),
  open: openSnapshot,
  openRestoreDraft: ({ dataDir }) => openRestoreFolder(dataDir, lockDataDir),
  readLedgerAt,
  upgrades: { ownSchema: migrations.length, findSchema, list: listUpgradeCopies, openRollback },
  examiner: { openSnapshot: openSnapshotDatabase, schema: migrations.length },
}
