import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  databaseName,
  type Manifest,
  readManifest,
  renderManifest,
} from '../../src/domain/storage/snapshot-manifest.ts'
import { readSnapshotIndex, renderSnapshotIndex } from '../../src/domain/storage/snapshots/snapshot-index.ts'
import { newFolder } from './process/process.ts'
import { sha256Of } from './snapshots.ts'

/** `counts`: what the manifest then says; without it, what it said before. */
export type Sabotage = { statement: string; counts?: Manifest['counts'] }

/**
 * Changes the database of an unencrypted snapshot in a folder, and then every size, hash and checksum, so that all of it fits
 * together again.
 */
export function sabotageSnapshot(folder: string, snapshotId: string, { statement, counts = {} }: Sabotage): void {
  const at = (name: string) => join(folder, 'snapshots', snapshotId, name)
  const unpacked = (name: string) => gunzipSync(readFileSync(at(name)))
  const path = join(newFolder(), databaseName)
  writeFileSync(path, unpacked(`${databaseName}.gz`))
  const database = new DatabaseSync(path)
  database.exec(statement)
  database.close()
  const bytes = readFileSync(path)
  rmSync(path)

  const manifest = readManifest(unpacked('manifest.json.gz').toString(), { schema: Number.POSITIVE_INFINITY })
  const files = manifest.files.map((file) =>
    file.path === databaseName ? { ...file, sizeBytes: bytes.length, sha256: sha256Of(bytes) } : file,
  )
  const text = renderManifest({ ...manifest, files, counts: { ...manifest.counts, ...counts } })
  const written = new Map(
    Object.entries({ [`${databaseName}.gz`]: gzipSync(bytes), 'manifest.json.gz': gzipSync(text) }),
  )
  for (const [name, packed] of written) writeFileSync(at(name), packed)

  const { format: _, ...index } = readSnapshotIndex(unpacked('index.txt.gz').toString(), 'index.txt.gz')
  const parts = index.parts.map((part) => {
    const packed = written.get(part.name.split('/').at(-1) ?? '')
    return packed ? { ...part, sizeBytes: packed.length, sha256: sha256Of(packed) } : part
  })
  writeFileSync(at('index.txt.gz'), gzipSync(renderSnapshotIndex({ ...index, parts })))
}
