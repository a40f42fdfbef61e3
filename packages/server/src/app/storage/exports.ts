import { openExportFolder } from '../../adapters/fs/exports/export-folder.ts'
import { openExportReader } from '../../adapters/fs/exports/export-reader.ts'
import type { Exports } from '../../cli/cli-deps.ts'
import { startExportRenderers } from '../threads/export-renderers.ts'

export const exports: Exports = {
  openFolder: openExportFolder,
  openReader: openExportReader,
  startRenderers: startExportRenderers,
}
