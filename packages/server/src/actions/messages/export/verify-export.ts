import { type ExportManifest, listExportFiles, readExportManifest } from '../../../domain/messages/export/manifest.ts'
import { invalid } from '../../../domain/refusal.ts'
import type { ExportReader } from '../../../ports/export-sink.ts'
import type { ReportProgress } from '../../../ports/storage/snapshot.ts'
import { compared } from '../../storage/snapshot/verify-snapshot.ts'

/** Reads every byte of an export. Throws a refusal that names the first difference. */
export async function verifyExport(reader: ExportReader, tell: ReportProgress): Promise<ExportManifest> {
  const manifest = readExportManifest(reader.manifest)
  const files = listExportFiles(manifest)
  const listed = new Map(files.map((file) => [file.path, file]))
  for (const { path, sizeBytes } of files) {
    const size = reader.files.get(path)
    if (size === undefined) throw invalid(`${path} is missing; a file of ${sizeBytes} bytes was expected.`)
    if (size !== sizeBytes) throw invalid(`${path} has ${size} bytes; ${sizeBytes} were expected.`)
  }
  for (const path of reader.files.keys()) {
    if (!listed.has(path)) throw invalid(`${path} does not belong here; the manifest does not list it.`)
  }
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  let done = 0
  for (const file of files) {
    for await (const chunk of compared(file, reader.read(file.path))) {
      done += chunk.length
      tell({ what: 'files', done, total })
    }
  }
  return manifest
}
