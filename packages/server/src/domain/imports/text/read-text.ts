import type { HistoryChoices, HistoryHead, HistoryItem } from '../history.ts'
import type { TextEncodingName } from './encoding.ts'
import type { TextFormat } from './text-format.ts'
import { createLineSplitter, type TextLine } from './text-lines.ts'

/** The bytes of a file, from its beginning. Each call reads it again. */
export type FileBytes = () => AsyncIterable<Uint8Array>

export type OpenHistory = { head: HistoryHead; items: AsyncIterable<HistoryItem> }

/** Reads a file twice: once to learn its form, and again, as far as the items are asked for. */
export async function readText(
  format: TextFormat,
  file: FileBytes,
  { encoding, markBytes }: { encoding: TextEncodingName; markBytes: number },
  choices: HistoryChoices,
): Promise<OpenHistory> {
  const lines = () => linesOf(file(), encoding, markBytes)
  const survey = format.survey()
  for await (const line of lines()) survey.add(line)
  const reading = survey.close(choices)
  return {
    head: reading.head,
    items: (async function* () {
      for await (const line of lines()) yield* reading.add(line)
      yield* reading.close()
    })(),
  }
}

async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  encoding: TextEncodingName,
  markBytes: number,
): AsyncIterable<TextLine> {
  const splitter = createLineSplitter(encoding, markBytes)
  for await (const piece of bytes) yield* splitter.add(piece)
  yield* splitter.close()
}
