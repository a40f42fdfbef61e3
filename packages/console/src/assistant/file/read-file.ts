import type { AssistantFile } from '@innkeeper/contract'
import { findJsonBreak } from './json-error.ts'

/** The part of an import request that a file provides. */
export type FileContent = { csv: string } | { assistant: AssistantFile }

export type FileProblem =
  | { kind: 'excel' }
  | { kind: 'tooLarge' }
  | { kind: 'notUtf8' }
  | { kind: 'notText' }
  | { kind: 'notAssistant' }
  | { kind: 'notJson'; line: number; column: number }

/** The request limit of the service. */
export const mostBytes = 1024 * 1024

/** Detects the format by the content, not by the file name. */
export function readContent(bytes: Uint8Array): FileContent | FileProblem {
  if (isExcel(bytes)) return { kind: 'excel' }
  if (bytes.length > mostBytes) return { kind: 'tooLarge' }
  const text = decode(bytes)
  // Texts of other encodings have no zero bytes, unlike most other files.
  if (text === undefined) return { kind: bytes.includes(0) ? 'notText' : 'notUtf8' }
  if (text.includes('\0')) return { kind: 'notText' }
  if (!/^\s*[{[]/.test(text)) return { csv: text }
  try {
    const file: unknown = JSON.parse(text)
    // The service validates the rest.
    return isAssistantFile(file) ? { assistant: file } : { kind: 'notAssistant' }
  } catch {
    return { kind: 'notJson', ...findJsonBreak(text) }
  }
}

export function isProblem(content: FileContent | FileProblem): content is FileProblem {
  return 'kind' in content
}

/** Where a file is invalid: in a row of a table, on a line of text or in the nth rule, and in which column or field. */
export type FilePosition = { kind: 'row' | 'textLine' | 'rule'; number: number; member: string | undefined }

/** Parses messages from the service: `Row 3, column match: …` for CSV, `assistant.rules[2].match …` for JSON. */
export function findPosition(sentence: string): { position: FilePosition; rest: string } | undefined {
  const [, row, column, message] = /^Row (\d+)(?:, column (\w+))?: (.*)$/s.exec(sentence) ?? []
  if (message !== undefined) {
    // Without the position in front of it, the message is a sentence of its own, unless it starts with the name of the column.
    const rest = column !== undefined && message.startsWith(column) ? message : capitalize(message)
    return { position: { kind: 'row', number: Number(row), member: column }, rest }
  }
  const [, index, rest] = /^assistant\.rules\[(\d+)\]\.?(.*)$/s.exec(sentence) ?? []
  if (rest === undefined) return undefined
  return { position: { kind: 'rule', number: Number(index) + 1, member: /^\w+/.exec(rest)?.[0] }, rest }
}

function isAssistantFile(file: unknown): file is AssistantFile {
  return typeof file === 'object' && file !== null && Object.hasOwn(file, 'format')
}

/** An .xlsx file is a ZIP archive. No file that can be imported starts like one, whatever its name. */
function isExcel([first, second]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function decode(bytes: Uint8Array): string | undefined {
  // Some spreadsheets export UTF-16 as "Unicode".
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
