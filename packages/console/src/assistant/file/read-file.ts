import type { AssistantFile } from '@innkeeper/contract'
import { findJsonBreak } from './json-error.ts'

/** What an import takes, made of a file. */
export type FileContent = { csv: string } | { assistant: AssistantFile }

export type FileProblem = { kind: 'tooLarge' } | { kind: 'notText' } | { kind: 'notJson'; line: number; column: number }

/** The service takes no more in one request. */
export const mostBytes = 1024 * 1024

/** A file as it lies on somebody's disk: what it is goes by what is in it, not by its name. */
export function readContent(bytes: Uint8Array): FileContent | FileProblem {
  if (bytes.length > mostBytes) return { kind: 'tooLarge' }
  const text = decode(bytes)
  if (text === undefined || text.includes('\0')) return { kind: 'notText' }
  if (!/^\s*[{[]/.test(text)) return { csv: text }
  try {
    // The service says what is wrong with it, if anything is.
    return { assistant: JSON.parse(text) as AssistantFile }
  } catch {
    return { kind: 'notJson', ...findJsonBreak(text) }
  }
}

export function isProblem(content: FileContent | FileProblem): content is FileProblem {
  return 'kind' in content
}

/** Where in a file something is wrong: at a line of it, or in the how manieth rule; and in which column or member. */
export type FilePosition = { kind: 'line' | 'rule'; number: number; member: string | undefined }

/** As the service says it: `line 3 (row 2), column match: …` of a table, `assistant.rules[2].match …` of JSON. */
export function findPosition(sentence: string): { position: FilePosition; rest: string } | undefined {
  const [, line, column, message] = /^line (\d+)(?: \(row \d+\))?(?:, column (\w+))?: (.*)$/s.exec(sentence) ?? []
  if (message !== undefined) return { position: { kind: 'line', number: Number(line), member: column }, rest: message }
  const [, index, rest] = /^assistant\.rules\[(\d+)\]\.?(.*)$/s.exec(sentence) ?? []
  if (rest === undefined) return undefined
  return { position: { kind: 'rule', number: Number(index) + 1, member: /^\w+/.exec(rest)?.[0] }, rest }
}

function decode(bytes: Uint8Array): string | undefined {
  // Spreadsheets that call it Unicode write this.
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
