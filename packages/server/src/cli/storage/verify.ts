import { Command } from 'commander'
import { verifySnapshot } from '../../actions/storage/snapshot/verify-snapshot.ts'
import { readConfig } from '../../config/config.ts'
import { countExported, type ExportedFiles } from '../../domain/messages/export/manifest.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Manifest } from '../../domain/storage/snapshot-manifest.ts'
import type { ReportProgress } from '../../ports/storage/snapshot.ts'
import type { CliDeps } from '../cli-deps.ts'
import { withProgress } from '../progress.ts'
import { withCleanUp } from '../signals.ts'
import { describeFiles, formatBytes, formatCount } from '../text-format.ts'
import { withDiskTrouble } from './disk-trouble.ts'
import { openAnySnapshot } from './open-any-snapshot.ts'
import { describeManifest, summaryOf } from './snapshot.ts'
import { type PlaceOptions, withPlaceOptions } from './unlocking.ts'

type Options = PlaceOptions & { json?: boolean }

export function verifyCommand(deps: CliDeps, exit: { code: number }): Command {
  const command = new Command('verify')
    .summary('Check every byte of a snapshot or an export.')
    .argument('<snapshot>', 'the snapshot, or an export: its folder, or a ZIP file of it')
    .description(
      'Read every byte of a snapshot or an export and compare it with its manifest. If something differs, print the first ' +
        'difference and end with exit code 1. Changes nothing.',
    )
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  ./innkeeper verify /var/backups/snapshot-monday\n')
  return withPlaceOptions(command).action(async (target: string, options: Options) => {
    try {
      const exported = await withDiskTrouble(target, () => verifyIfExport(deps, target))
      if (exported) {
        console.log(options.json ? JSON.stringify({ sound: true, ...exported }) : formatExport(exported))
        return
      }
      const stored = await compareStored(deps, target, options)
      if (stored) {
        console.log(options.json ? JSON.stringify({ sound: true, ...stored }) : formatStored(stored))
        return
      }
      const { path, manifest } = await withDiskTrouble(target, () => verify(deps, target, options))
      console.log(
        options.json ? JSON.stringify({ sound: true, ...summaryOf(path, manifest) }) : formatSummary(path, manifest),
      )
    } catch (error) {
      if (!options.json || !(error instanceof Refusal)) throw error
      console.log(JSON.stringify({ sound: false, difference: error.message }))
      exit.code = 1
    }
  })
}

/** An encrypted snapshot without a key: its bytes can be compared, but not read. Undefined if it can be read. */
async function compareStored(deps: CliDeps, target: string, { snapshot = 'latest', identity }: Options) {
  const { places } = await deps.loadSnapshots()
  const config = readConfig(deps.environment)
  const place =
    identity === undefined && config.snapshotPassphrase === null ? await places.find(config, target) : undefined
  if (!place) return undefined
  try {
    const found = await places.compareStored(place, snapshot)
    return found.isEncrypted ? { path: place.where, ...found } : undefined
  } finally {
    place.close()
  }
}

function formatStored({ path, snapshotId, files }: { path: string; snapshotId: string; files: number }): string {
  return (
    `${path}, snapshot ${snapshotId}: all ${formatCount(files, 'encrypted file')} are as they were written. To check their content, ` +
    'add --identity, or set INNKEEPER_SNAPSHOT_PASSPHRASE.'
  )
}

async function verify(deps: CliDeps, target: string, options: Options): Promise<{ path: string; manifest: Manifest }> {
  const snapshots = await deps.loadSnapshots()
  const snapshot = await openAnySnapshot(deps, target, options)
  try {
    const verifying = (tell: ReportProgress) => verifySnapshot(snapshots.examiner, snapshot, tell)
    return { path: snapshot.path, manifest: await withCleanUp(snapshot.abandon, () => withProgress(verifying)) }
  } finally {
    await snapshot.close()
  }
}

type Exported = { path: string; channelId: string; messages: number; files: number; sizeBytes: number } & ExportedFiles

/** Undefined if it is no export. Parts that were unpacked into one folder count as one. */
async function verifyIfExport(deps: CliDeps, target: string): Promise<Exported | undefined> {
  const { openReader } = await deps.loadExports()
  const reader = await openReader(target)
  if (!reader) return undefined
  const { verifyExport } = await import('../../actions/messages/export/verify-export.ts')
  const verifying = withProgress((tell) => verifyExport(reader, tell)).finally(reader.close)
  const { channelId, parts } = await verifying
  const messages = parts.reduce((sum, { counts }) => sum + counts.messages, 0)
  const sizes = [...reader.files.values()]
  const counts = countExported(parts, reader.files.keys())
  const sizeBytes = sizes.reduce((sum, size) => sum + size, 0)
  return { path: reader.path, channelId, messages, files: sizes.length, ...counts, sizeBytes }
}

function formatExport({ path, channelId, messages, sizeBytes, ...counts }: Exported): string {
  return (
    `${path} is intact: an export of ${channelId} with ${formatCount(messages, 'message')}, ` +
    `${describeFiles(counts)}, ${formatBytes(sizeBytes)}.`
  )
}

function formatSummary(path: string, manifest: Manifest): string {
  const lines = [`${path} is intact: ${describeManifest(manifest)}, made at ${manifest.begunAt}.`]
  if (manifest.missing.length > 0) {
    lines.push(
      `${formatCount(manifest.missing.length, 'file')} could not be copied when it was made. The manifest lists them under ` +
        'missing.',
    )
  }
  return lines.join('\n')
}
