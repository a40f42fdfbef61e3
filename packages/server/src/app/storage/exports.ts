import { stat } from 'node:fs/promises'
import { openExportFolder } from '../../adapters/fs/exports/export-folder.ts'
import { openExportReader } from '../../adapters/fs/exports/export-reader.ts'
import { openExportZipReader } from '../../adapters/zip/export-zip-reader.ts'
import type { Exports } from '../../cli/cli-deps.ts'
import { startExportRenderers } from '../threads/export-renderers.ts'

export const exports: Exports = {
  openFolder: openExportFolder,
  async openReader(path) {
    // A snapshot can be a file, too: a tar file.
    const isZip = path.toLowerCase().endsWith('.zip') && (await stat(path).catch(() => undefined))?.isFile()
    return isZip ? await openExportZipReader(path) : await openExportReader(path)
  },
  startRenderers: startExportRenderers,
}
