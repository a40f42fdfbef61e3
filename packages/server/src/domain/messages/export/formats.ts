import type { ExportFormatName } from '@innkeeper/contract'
import { csv } from './csv.ts'
import type { ExportFormat } from './format.ts'
import { jsonl } from './jsonl.ts'
import { lineText } from './line-text.ts'
import { md } from './md.ts'
import { html } from './pages/html.ts'
import { htmlSingle } from './pages/html-single.ts'
import { transcript } from './transcript.ts'
import { txt } from './txt.ts'

/** Every format, by the name with which people choose it. */
export const exportFormats: Record<ExportFormatName, ExportFormat> = {
  jsonl,
  csv,
  txt,
  md,
  line: lineText,
  transcript,
  html,
  'html-single': htmlSingle,
}
