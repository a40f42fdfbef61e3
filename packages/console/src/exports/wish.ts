import type { BodyOf, ExportFormatName, ExportPlan, MessageType, Routes } from '@innkeeper/contract'

export type Wish = BodyOf<Routes['planExport']>

/** What is chosen in the form. Empty texts choose nothing. */
export type Choice = {
  own: boolean
  formats: ExportFormatName[]
  from: string
  to: string
  sender: string
  type: MessageType | ''
  media: boolean
}

/** Those that people read come first. */
export const listedFormats = [
  'html',
  'html-single',
  'txt',
  'line',
  'transcript',
  'csv',
  'md',
  'jsonl',
] as const satisfies readonly ExportFormatName[]

export const firstChoice: Choice = {
  own: false,
  formats: ['html'],
  from: '',
  to: '',
  sender: '',
  type: '',
  media: true,
}

/** A single page can't be combined with other formats, so whatever was chosen last stays. */
export function chooseFormats(before: readonly ExportFormatName[], chosen: readonly string[]): ExportFormatName[] {
  const formats = listedFormats.filter((name) => chosen.includes(name))
  if (!formats.includes('html-single')) return formats
  return before.includes('html-single') && formats.length > 1
    ? formats.filter((name) => name !== 'html-single')
    : ['html-single']
}

export function toWish({ own, formats, from, to, sender, type, media }: Choice): Wish {
  return {
    formats,
    media,
    ...(own ? { own } : sender !== '' && { sender }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(type !== '' && { type }),
  }
}

/** Roughly how much there will be to download: texts once per format, which are smaller in a ZIP file, and files as they are. */
export function estimateBytes({ bytes, fileBytes }: Figures, formats: number): number {
  return Math.ceil((bytes * formats) / packedBy) + fileBytes
}
type Figures = Pick<ExportPlan, 'bytes' | 'fileBytes'>
/** Measured with chats in English, Japanese, Chinese and Thai. */
const packedBy = 4
