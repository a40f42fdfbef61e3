import { Command } from 'commander'
import { compareStores, type Moved, moveStore } from '../../actions/storage/migration/move-store.ts'
import { type Config, readConfig, UsageProblem } from '../../config/config.ts'
import type { BlobOwner, BlobStore } from '../../ports/storage/blob-store.ts'
import type { MigrationSource } from '../../ports/storage/migration.ts'
import type { ReportProgress } from '../../ports/storage/snapshot.ts'
import { type CliDeps, configOf, type DataOption, withDataOption } from '../cli-deps.ts'
import { withProgress } from '../progress.ts'
import { formatMove, type MoveOutcome, nameOf } from './migrate-report.ts'

type Options = DataOption & { to: string; media?: string; check?: boolean; json?: boolean }

export function migrateCommand(deps: CliDeps, exit: { code: number }): Command {
  return withDataOption(new Command('migrate'))
    .summary('Move from the data folder to a PostgreSQL database.')
    .description(
      'Move from the data folder to a PostgreSQL database and, with --media, the files to a bucket. You can run it while the ' +
        'service is running, interrupt it, and run it again. It copies only what has changed, and compares every table. To ' +
        'finish the migration, stop the service and run it once more.',
    )
    .requiredOption(
      '--to <url>',
      'an empty PostgreSQL database, such as postgres://user:password@host:5432/innkeeper (required)',
    )
    .option('--media <url>', 'a bucket for the media files, such as s3://bucket?endpoint=https://s3.example')
    .option('--check', 'only compare and write nothing (exit code 1 if something differs)')
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      '\nThe data folder is not changed. docs/scaling.md explains more.\n' +
        '\nExample:\n  ./innkeeper migrate --to postgres://inn:secret@db.example/innkeeper --data /var/lib/innkeeper\n',
    )
    .action(async (options: Options) => {
      const outcome = await withOptionNames(options, () => move(deps, options))
      const missing = outcome.files?.missing ?? []
      if (outcome.state === 'different' || missing.length > 0) exit.code = 1
      console.log(options.json ? JSON.stringify(outcome) : formatMove(outcome))
      for (const { sha256, reason } of missing) console.error(`The file ${sha256} was not copied: ${reason}.`)
    })
}

type Locations = {
  source: Config
  url: string
  /** Undefined: the files stay where they are. */
  media: Config | undefined
}

function readLocations(deps: CliDeps, options: Options): Locations {
  const target = readConfig(deps.environment, {
    dataDir: options.data,
    databaseUrl: options.to,
    mediaUrl: options.media,
  })
  if (target.databaseUrl === null) throw new UsageProblem('--to is empty. Set it to the URL of a PostgreSQL database.')
  // INNKEEPER_DATABASE_URL may already be set to the new database.
  const source = { ...configOf(deps, options), databaseUrl: null }
  if (options.media === undefined) return { source, url: target.databaseUrl, media: undefined }
  if (JSON.stringify(source.mediaUrl) === JSON.stringify(target.mediaUrl)) {
    throw new UsageProblem('The files are already in the bucket that --media names. Leave it out to keep them there.')
  }
  return { source, url: target.databaseUrl, media: { ...target, dataDir: source.dataDir } }
}

async function move(deps: CliDeps, options: Options): Promise<MoveOutcome> {
  const locations = readLocations(deps, options)
  // Kept until the end, so that no service starts on the old store in the meantime.
  const lock = tryLock(deps, locations.source)
  try {
    const migration = await deps.loadMigration()
    const migrationSource = await migration.openSource(locations.source)
    try {
      const isStopped = lock !== undefined
      const work = (tell: ReportProgress) =>
        (options.check ? compare : copy)(deps, locations, { migrationSource, isStopped, tell })
      const keyFile = (await deps.findSecretKey(locations.source)) ?? null
      return { ...nameOf(locations), keyFile, ...(await withProgress(work)) }
    } finally {
      migrationSource.close()
    }
  } finally {
    lock?.release()
  }
}

type Work = { migrationSource: MigrationSource; isStopped: boolean; tell: ReportProgress }

async function copy(deps: CliDeps, locations: Locations, { migrationSource, isStopped, tell }: Work): Promise<Moved> {
  const { instance } = migrationSource.identity
  return await withMedia(deps, locations, { instance }, async (media) => {
    const { openTarget } = await deps.loadMigration()
    const { firstMessageAt } = migrationSource
    const migrationTarget = await openTarget(locations.url, { mover: { kind: 'move', instance }, firstMessageAt })
    try {
      return await moveStore({ migrationSource, media, tell }, migrationTarget, { isStopped })
    } finally {
      await migrationTarget.close()
    }
  })
}

async function compare(deps: CliDeps, locations: Locations, { migrationSource, tell }: Work): Promise<Moved> {
  return await withMedia(deps, locations, 'any', async (media) => {
    const { openForComparison } = await deps.loadMigration()
    const target = await openForComparison(locations.url)
    try {
      return await compareStores({ migrationSource, media, tell }, target)
    } finally {
      await target.close()
    }
  })
}

async function withMedia<T>(
  deps: CliDeps,
  { source, media }: Locations,
  owner: BlobOwner,
  work: (media: { from: BlobStore; to: BlobStore } | undefined) => Promise<T>,
): Promise<T> {
  if (!media) return await work(undefined)
  const from = await deps.openMedia(source, 'any')
  try {
    const to = await deps.openMedia(media, owner)
    try {
      return await work({ from: from.blobs, to: to.blobs })
    } finally {
      to.close()
    }
  } finally {
    from.close()
  }
}

/** Undefined: a service is running. */
function tryLock(deps: CliDeps, source: Config): { release(): void } | undefined {
  if (!deps.hasStore(source)) return undefined
  try {
    return deps.lockFolder(source.dataDir, 'serve.lock')
  } catch (error) {
    if (deps.isStoreProblem(error)) return undefined
    throw error
  }
}

/** Error messages name settings, which are options of this command. */
async function withOptionNames<T>({ media }: Options, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error) {
      error.message = error.message.replaceAll('INNKEEPER_DATABASE_URL', '--to')
      if (media !== undefined) error.message = error.message.replaceAll('INNKEEPER_MEDIA_URL', '--media')
    }
    throw error
  }
}
