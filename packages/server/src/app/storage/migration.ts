import {
  inspectMigrationTarget,
  openForComparison,
  openMigrationTarget,
} from '../../adapters/postgres/storage/migration-target.ts'
import { openMigrationSource } from '../../adapters/sqlite/storage/migration-source.ts'
import type { Migration } from '../../cli/cli-deps.ts'

export const migration: Migration = {
  openSource: ({ dataDir }) => openMigrationSource(dataDir),
  inspectTarget: (url, mover) => inspectMigrationTarget({ url }, mover),
  openTarget: (url, options) => openMigrationTarget({ url }, options),
  openForComparison: (url) => openForComparison({ url }),
}
