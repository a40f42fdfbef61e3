import { Command } from 'commander'
import { moveIn } from '../../actions/storage/migration/move-store.ts'
import { type Restored, restoreSnapshot } from '../../actions/storage/snapshot/restore-snapshot.ts'
import { type Config, readConfig, UsageProblem } from '../../config/config.ts'
import { databaseName } from '../../domain/storage/snapshot-manifest.ts'
import type { LedgerPieces } from '../../ports/storage/erasure-ledger.ts'
import type { ReportProgress, RestoreDraft } from '../../ports/storage/snapshot.ts'
import { type CliDeps, type DataOption, withDataOption } from '../cli-deps.ts'
import { withProgress } from '../progress.ts'
import { withCleanUp } from '../signals.ts'
import { formatCount } from '../text-format.ts'
import { withDiskTrouble } from './disk-trouble.ts'
import { drill } from './drill.ts'
import { openAnySnapshot } from './open-any-snapshot.ts'
import { describeManifest, summaryOf } from './snapshot.ts'
import { type PlaceOptions, withPlaceOptions } from './unlocking.ts'

type Options = DataOption & PlaceOptions & { erasures?: string[]; json?: boolean; drill?: boolean }
type Outcome = Restored & { path: string; dataDir: string; isOnServer: boolean; hasLedger: boolean }

export function restoreCommand(deps: CliDeps, exit: { code: number }): Command {
  return withPlaceOptions(withDataOption(new Command('restore')))
    .summary('Create a data folder or a PostgreSQL database from a snapshot.')
    .argument('[snapshot]', 'the snapshot, or a place that the service makes snapshots in')
    .description(
      'Create a data folder from a snapshot, and check every byte of it. With INNKEEPER_DATABASE_URL, restore into that ' +
        'PostgreSQL database, and into a data folder for the rest. The database must be empty. The folder must be empty or not ' +
        'exist yet. What was erased, unsent or revoked after the snapshot was made is removed again.',
    )
    .option(
      '--erasures <path>',
      'where to find what was erased, unsent and revoked later: a removal list (erasures.jsonl), a data folder or a newer snapshot ' +
        '(can be repeated)',
      (path: string, others: string[] = []) => [...others, path],
    )
    .option(
      '--drill',
      'restore to a temporary folder, test it, and remove it again (default: from INNKEEPER_SNAPSHOT_FOLDER or INNKEEPER_SNAPSHOT_BUCKET)',
    )
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      '\nExample:\n  ./innkeeper restore /var/backups/snapshot-monday --data /var/lib/innkeeper-new --erasures /var/lib/innkeeper\n',
    )
    .action(async (target: string | undefined, options: Options) => {
      if (options.drill) {
        if (!(await drill(deps, target, options))) exit.code = 1
        return
      }
      if (target === undefined)
        throw new UsageProblem('Name the snapshot to restore, such as /var/backups/snapshot-monday.')
      const config = readConfig(deps.environment, { dataDir: options.data })
      const outcome = await withDiskTrouble(config.dataDir, () => restore(deps, target, config, options))
      const first = await listFirstSteps(deps, options)
      console.log(options.json ? formatJson(outcome) : formatSummary(outcome, first))
      if (!outcome.hasLedger) console.error(noLedger)
      if (options.json) for (const step of first) console.error(step)
    })
}

/** What to do before the copy is started. The key of encrypted settings is never part of a snapshot. */
async function listFirstSteps(deps: CliDeps, { data }: Options): Promise<string[]> {
  const stop = 'Stop the original service, because the copy uses the same bot.'
  const stopFirst =
    'If you set up a platform for it, stop the original service first, because both would use the same bot.'
  try {
    const { config } = await deps.readFullConfig({ dataDir: data })
    return (await deps.createConnectors(config)).length > 0 ? [stop] : [stopFirst]
  } catch (error) {
    if (!deps.isStoreProblem(error)) throw error
    return [(error as Error).message, stop]
  }
}

async function restore(deps: CliDeps, target: string, config: Config, options: Options): Promise<Outcome> {
  const { erasures = [] } = options
  const snapshots = await deps.loadSnapshots()
  const backup = await openAnySnapshot(deps, target, options)
  try {
    const hasLedger = backup.readLedger() !== undefined
    async function* ledger(): LedgerPieces {
      yield* backup.readLedger() ?? []
      for (const path of erasures) yield* snapshots.readLedgerAt(path)
    }
    // Restored as SQLite first, also when the target is PostgreSQL.
    const at = (dataDir: string) => ({ ...config, dataDir, databaseUrl: null })
    const { databaseUrl } = config
    if (databaseUrl !== null) await (await deps.loadMigration()).inspectTarget(databaseUrl, { kind: 'restore' })
    let draft: RestoreDraft | undefined
    const restoring = (tell: ReportProgress) =>
      restoreSnapshot(
        {
          examiner: snapshots.examiner,
          backup,
          openDraft: async () => (draft = await snapshots.openRestoreDraft(config)),
          openStore: (dataDir) => deps.openStore(at(dataDir)),
          openLedger: (dataDir) => deps.openLedger(at(dataDir)),
          ...(config.mediaUrl !== null && { openMedia: (dataDir: string) => deps.openMedia(at(dataDir), 'nobody') }),
          purgeDeleted: (dataDir, blobs) => deps.purgeDeleted(at(dataDir), blobs),
          noteSnapshot: (dataDir, { backupId, begunAt }) =>
            snapshots.note(at(dataDir), { path: backup.path, backupId, at: Date.parse(begunAt) }),
          ...(databaseUrl !== null && { moveOut: (made: RestoreDraft) => moveOut(deps, made, config, tell) }),
          tell,
        },
        ledger,
      )
    const restored = await withCleanUp(
      () => draft?.abandon(),
      () => withProgress(restoring),
    )
    const { dataDir } = config
    return { ...restored, path: backup.path, dataDir, isOnServer: databaseUrl !== null, hasLedger }
  } finally {
    await backup.close()
  }
}

/** Moves the restored database to the configured server and removes it from the folder. The files stay where they are. */
async function moveOut(deps: CliDeps, draft: RestoreDraft, config: Config, tell: ReportProgress) {
  const migration = await deps.loadMigration()
  const migrationSource = await migration.openSource({ ...config, dataDir: draft.dataDir })
  try {
    const { identity, firstMessageAt } = migrationSource
    const migrationTarget = await migration.openTarget(config.databaseUrl ?? '', {
      mover: { kind: 'restore' },
      firstMessageAt,
    })
    try {
      await moveIn(migrationSource, migrationTarget, tell)
    } catch (error) {
      await migrationTarget.close()
      throw error
    }
    return { finish: () => migrationTarget.finish(identity), close: migrationTarget.close }
  } finally {
    migrationSource.close()
    await draft.remove(databaseName)
  }
}

const noLedger =
  'This snapshot has no removal list. If anything was erased, unsent or revoked after it was made, delete the restored ' +
  'folder and restore again with --erasures.'

function formatJson({ path, dataDir, manifest, repeated, erased, removed }: Outcome): string {
  return JSON.stringify({ ...summaryOf(path, manifest), dataDir, repeatedErasures: repeated, erased, removed })
}

function formatSummary(
  { manifest, dataDir, isOnServer, repeated, erased, removed }: Outcome,
  first: readonly string[],
): string {
  const target = isOnServer ? `the database of INNKEEPER_DATABASE_URL and ${dataDir}` : dataDir
  const lines = [`Restored to ${target}: ${describeManifest(manifest)}, as of ${manifest.begunAt}.`]
  if (repeated > 0) {
    lines.push(
      `Erased again (${formatCount(repeated, 'later erasure')}): ${formatCount(erased.messages, 'message')}, ` +
        `${formatCount(erased.mediaFiles, 'media file')}.`,
    )
  }
  if (removed.messages + removed.keys > 0) {
    lines.push(
      `Removed again: ${formatCount(removed.messages, 'message')} unsent later, ${formatCount(removed.keys, 'key')} revoked ` +
        'later.',
    )
  }
  for (const { sha256 } of manifest.missing) lines.push(`The file ${sha256} was missing when the snapshot was made.`)
  lines.push(
    '',
    ...(first.length > 0 ? ['Before you start it:', ...first.map((step) => `- ${step}`), ''] : []),
    `Check it:  ./innkeeper doctor --data ${dataDir}`,
    `Start it:  ./innkeeper serve --data ${dataDir}`,
    '           Use serve, not start, which opens a demo if no platform is connected and there is no operator account.',
    '           If another service is running, add --port 9000.',
    `Sign in:   ./innkeeper signin --data ${dataDir}`,
    '           If there is more than one owner, it prints the command for each of them. An operator account works, too.',
  )
  return lines.join('\n')
}
