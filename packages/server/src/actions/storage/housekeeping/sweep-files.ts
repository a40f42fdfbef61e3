import type { Clock } from '../../../ports/clock.ts'
import type { BlobStore } from '../../../ports/storage/blob-store.ts'
import type { Store } from '../../../ports/store.ts'
import type { FileKeeper } from '../../media/file-keeper.ts'

type Deps = { store: Store; files: FileKeeper; blobs: BlobStore; clock: Clock }

const mostAtOnce = 200

/** Deletes the files that were released, unless something else refers to them. Returns how many were examined. */
export async function sweepFiles({ store, files }: Pick<Deps, 'store' | 'files'>): Promise<number> {
  let looked = 0
  for (;;) {
    const released = await store.listReleasedFiles(mostAtOnce)
    for (const { sha256 } of released) await files.release(sha256)
    if (released.length > 0) {
      const releaseIds = released.map(({ releaseId }) => releaseId)
      await store.write<'forget-files'>({ kind: 'forget-files', releaseIds })
    }
    looked += released.length
    if (released.length < mostAtOnce) return looked
  }
}

/** A command that runs beside the service stores a file first and records it a moment later. */
const youngMs = 60_000

/** Deletes files stored by a process that died before recording them. */
export async function sweepOrphans({ store, files, blobs, clock }: Deps, signal: AbortSignal): Promise<void> {
  for await (const { sha256, putAt } of blobs.list()) {
    if (signal.aborted) return
    if (clock() - putAt < youngMs || (await store.isBlobReferenced(sha256))) continue
    await files.release(sha256)
  }
}
