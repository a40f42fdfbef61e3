import { exportManifestName } from '../../../domain/messages/export/export-paths.ts'
import {
  type ExportManifest,
  type ExportWish,
  listExportFiles,
  readExportManifest,
} from '../../../domain/messages/export/manifest.ts'
import { invalid } from '../../../domain/refusal.ts'
import type { ExportReader } from '../../../ports/export-sink.ts'
import type { ReportProgress } from '../../../ports/storage/snapshot.ts'
import { compared } from '../../storage/snapshot/verify-snapshot.ts'

type Contents = Pick<ExportManifest, 'channelId' | 'parts' | 'files'>

/** Reads every byte of an export. Throws a refusal that names the first difference. */
export async function verifyExport(reader: ExportReader, tell: ReportProgress): Promise<Contents> {
  const contents = readContents(reader)
  const files = listExportFiles(contents)
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
  return contents
}

/** What all manifests list together. */
function readContents({ manifests, isPart }: ExportReader): Contents {
  const read = Array.from(manifests, ([name, text]) => ({ name, manifest: readExportManifest(text, name) }))
  const [first] = read
  if (!first) throw new Error('An export has a manifest')
  const other = read.find(({ manifest }) => wishOf(manifest) !== wishOf(first.manifest))
  if (other) {
    throw invalid(
      `${other.name} and ${first.name} are from different exports. Unpack the parts of each export into a folder of its own.`,
    )
  }
  const all = read.map(({ manifest }) => manifest)
  if (!isPart && !manifests.has(exportManifestName)) checkMonths(all)
  return {
    channelId: first.manifest.channelId,
    parts: all.flatMap(({ parts }) => parts),
    files: all.flatMap(({ files }) => files),
  }
}

const wishOf = ({ channelId, formats, language, filter }: ExportWish): string =>
  JSON.stringify([channelId, formats, language, filter])

/** Parts that were downloaded one by one: the last one knows which there are. */
function checkMonths(manifests: readonly ExportManifest[]): void {
  const expected = manifests.flatMap(({ months = [] }) => months)
  if (expected.length === 0) {
    throw invalid('The last month of this export is missing. Unpack its ZIP file into this folder, too.')
  }
  const found = new Set(manifests.flatMap(({ parts }) => parts.map(({ month }) => month)))
  const missing = expected.find((month) => !found.has(month))
  if (missing !== undefined) {
    throw invalid(`The month ${missing} of this export is missing. Unpack its ZIP file into this folder, too.`)
  }
}
