import { Command } from 'commander'
import { makeSnapshot } from '../../actions/storage/snapshot/make-snapshot.ts'
import { version } from '../../app/version.ts'
import type { Config } from '../../config/config.ts'
import { describeDatabase } from '../../domain/storage/database-url.ts'
import { type Manifest, mediaFilePath } from '../../domain/storage/snapshot-manifest.ts'
import { contentCounts } from '../../domain/storage/snapshots/snapshot-run.ts'
import type { KnownSnapshot } from '../../ports/storage/snapshot.ts'
import { type CliDeps, configOf, type DataOption, withDataOption } from '../cli-deps.ts'
import { withProgress } from '../progress.ts'
import { withCleanUp } from '../signals.ts'
import { formatBytes } from '../text-format.ts'
import { describeSnapshotContent } from './describe-snapshot.ts'
import { withDiskTrouble } from './disk-trouble.ts'
import { snapshotToPlaces } from './snapshot-now.ts'

type Options = DataOption & { json?: boolean; newPlace?: boolean }

export function snapshotCommand(deps: CliDeps, exit: { code: number }): Command {
  return withDataOption(new Command('snapshot'))
    .summary('Copy the database and all files, also while the service is running.')
    .argument(
      '[target]',
      'where to write the snapshot (default: INNKEEPER_SNAPSHOT_FOLDER and INNKEEPER_SNAPSHOT_BUCKET)',
    )
    .description(
      'Copy the database as it is at this moment, and every file it refers to. The service can keep running. The file secret.key is ' +
        'not copied, so keep a copy of it elsewhere.\n\n' +
        'The target is a new or empty folder, or a file that ends in .tar, in a folder that exists. It appears only when it is ' +
        'complete.\n\n' +
        'Without a target, the snapshot goes to the folder and the bucket for snapshots, INNKEEPER_SNAPSHOT_FOLDER and ' +
        'INNKEEPER_SNAPSHOT_BUCKET. There it shares files with earlier ones, so it only takes the space of what is new.\n\n' +
        'You can restore a snapshot into SQLite or PostgreSQL, no matter which one it was made from.',
    )
    .option('--json', 'print one line of JSON for each snapshot')
    .option('--new-place', 'use INNKEEPER_SNAPSHOT_FOLDER or INNKEEPER_SNAPSHOT_BUCKET although it was emptied')
    .addHelpText(
      'after',
      '\nTo restore it, use ./innkeeper restore. docs/self-hosting.md explains more.\n' +
        '\nExample:\n  ./innkeeper snapshot /var/backups/snapshot-monday --data /var/lib/innkeeper\n',
    )
    .action(async (target: string | undefined, options: Options) => {
      const { places } = await deps.loadSnapshots()
      const config = configOf(deps, options)
      const place = target === undefined ? undefined : await places.find(config, target)
      place?.close()
      if (target === undefined || place) {
        const full = (await deps.readFullConfig({ dataDir: config.dataDir })).config
        if (!(await snapshotToPlaces(deps, full, target, options))) exit.code = 1
        await nameSecretKey(deps, full, options)
        return
      }
      const { path, manifest } = await withDiskTrouble(target, () => make(deps, target, options))
      if (manifest.missing.length > 0) exit.code = 1
      if (options.json) console.log(formatJson(path, manifest))
      else console.log(formatSummary(config, path, manifest, { hasData: options.data !== undefined }))
      await nameSecretKey(deps, config, options)
      for (const { sha256, reason } of manifest.missing) {
        console.error(`${mediaFilePath(sha256)} is not in the snapshot: ${reason}.`)
      }
    })
}

async function make(deps: CliDeps, target: string, options: Options): Promise<{ path: string; manifest: Manifest }> {
  const config = configOf(deps, options)
  const snapshots = await deps.loadSnapshots()
  const source = await snapshots.openSource(config)
  try {
    const draft = await snapshots.openDraft(target, config)
    const noteSnapshot = (snapshot: KnownSnapshot) => snapshots.note(config, snapshot)
    const { blobs, close } = await deps.openMedia(config, 'any')
    const ledger = deps.openLedger(config)
    const manifest = await withCleanUp(draft.abandon, () =>
      withProgress((tell) => makeSnapshot({ source, blobs, draft, ledger, noteSnapshot, version, tell })),
    ).finally(close)
    return { path: draft.target, manifest }
  } finally {
    await source.close()
  }
}

export function describeManifest({ counts, files }: Manifest): string {
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return `${describeSnapshotContent({ ...contentCounts(counts), files: files.length - 1 })}, ${formatBytes(bytes)}`
}

export function summaryOf(path: string, manifest: Manifest) {
  const { files, ...rest } = manifest
  return { path, ...rest, files: files.length, sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) }
}

function formatJson(path: string, manifest: Manifest): string {
  return JSON.stringify(summaryOf(path, manifest))
}

function formatSummary(
  { dataDir, databaseUrl }: Config,
  path: string,
  manifest: Manifest,
  { hasData }: { hasData: boolean },
): string {
  const source = databaseUrl === null ? dataDir : describeDatabase(databaseUrl)
  const other = hasData || databaseUrl !== null ? '' : ' For another folder, add --data, such as --data ./practice.'
  return `${path}: ${describeManifest(manifest)}.\nCopied from ${source}.${other}\n\nCheck it: ./innkeeper verify ${path}`
}

/** If the key were in a snapshot, anyone who finds one could read the secrets. */
async function nameSecretKey(deps: CliDeps, config: Config, { json = false }: Options): Promise<void> {
  const path = await deps.findSecretKey(config)
  if (path !== undefined && !json) console.log(`Not included: secret.key. Keep a copy of ${path} elsewhere.`)
}
