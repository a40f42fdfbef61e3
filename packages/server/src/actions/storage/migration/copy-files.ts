import { createHash } from 'node:crypto'
import { Refusal } from '../../../domain/refusal.ts'
import type { MissingFile } from '../../../domain/storage/snapshot-manifest.ts'
import type { BlobStore } from '../../../ports/storage/blob-store.ts'
import type { MigrationSource } from '../../../ports/storage/migration.ts'
import type { ReportProgress } from '../../../ports/storage/snapshot.ts'
import { listAllFiles } from '../snapshot/make-snapshot.ts'

export type FilesReport = {
  copied: number
  /** Already at the target. */
  there: number
  /** Those that couldn't be copied, and why; or, if nothing is written, those that are missing. */
  missing: MissingFile[]
}

type Deps = {
  migrationSource: Pick<MigrationSource, 'listFiles' | 'isBlobReferenced'>
  from: Pick<BlobStore, 'open' | 'stat'>
  to: Pick<BlobStore, 'put' | 'stat'>
  tell: ReportProgress
}

/** A bucket responds slowly, but handles several requests at once. */
const atOnce = 6

/** Copies every referenced file that the target doesn't have with the same size. Checks the hash while copying. */
export async function copyFiles(deps: Deps): Promise<FilesReport> {
  return await throughFiles(deps, (sha256) => copyFile(deps, sha256))
}

/** Writes nothing. */
export async function compareFiles({ to, ...deps }: Deps): Promise<FilesReport> {
  return await throughFiles({ to, ...deps }, async (sha256) => {
    const [found, there] = await Promise.all([deps.from.stat(sha256), to.stat(sha256)])
    if (!found) return await ifReferred(deps, sha256, 'it is not in the media store')
    return there?.sizeBytes === found.sizeBytes ? 'there' : { sha256, reason: 'the target does not have it yet' }
  })
}

type Outcome = 'copied' | 'there' | 'vanished' | MissingFile

async function throughFiles(
  { migrationSource, tell }: Deps,
  work: (sha256: string) => Promise<Outcome>,
): Promise<FilesReport> {
  const names = await listAllFiles(migrationSource)
  const report: FilesReport = { copied: 0, there: 0, missing: [] }
  const left = names.values()
  let done = 0
  const lane = async () => {
    for (const sha256 of left) {
      const outcome = await work(sha256)
      if (typeof outcome !== 'string') report.missing.push(outcome)
      else if (outcome !== 'vanished') report[outcome]++
      tell({ what: 'files', done: ++done, total: names.length })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return report
}

async function copyFile(deps: Deps, sha256: string): Promise<Outcome> {
  const { from, to } = deps
  const [found, there] = await Promise.all([from.stat(sha256), to.stat(sha256)])
  if (!found) return await ifReferred(deps, sha256, 'it is not in the media store')
  if (there?.sizeBytes === found.sizeBytes) return 'there'
  let reason: string | undefined
  const bytes = found.sizeBytes === 0 ? [] : from.open(sha256, { start: 0, end: found.sizeBytes - 1 })
  try {
    await to.put(compared(bytes, sha256, (why) => (reason = why)))
    return 'copied'
  } catch (error) {
    // An error of the file is reported; an error of the target ends the copy.
    if (reason === undefined) throw error
    return await ifReferred(deps, sha256, reason)
  }
}

/** If it was unsent, expired or erased since, it needn't be copied. */
async function ifReferred(
  { migrationSource }: Pick<Deps, 'migrationSource'>,
  sha256: string,
  reason: string,
): Promise<'vanished' | MissingFile> {
  return (await migrationSource.isBlobReferenced(sha256)) ? { sha256, reason } : 'vanished'
}

/** Throws at the end if the bytes aren't the expected ones, so that they aren't kept. */
async function* compared(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  sha256: string,
  note: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of bytes) {
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    // The whole media store failed, not just this file.
    if (error instanceof Refusal) throw error
    note(`it cannot be read (${(error as NodeJS.ErrnoException).code})`)
    throw error
  }
  if (hash.digest('hex') === sha256) return
  const reason = 'it is damaged: the SHA-256 of its content does not match its name'
  note(reason)
  throw new Error(reason)
}
