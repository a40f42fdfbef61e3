import type { HistoryChoices, HistoryHead, HistoryItem } from '../history.ts'
import type { TextEncodingName } from '../text/encoding.ts'
import type { FileBytes, OpenHistory } from '../text/read-text.ts'
import { createJsonScanner, type JsonEvent } from './json-events.ts'

/** A format made of JSON. Like one made of lines, it's read twice. Each record counts as a line. */
export type JsonFormat = { survey(): JsonSurvey }

export type JsonSurvey = { add(event: JsonEvent): void; close(choices: HistoryChoices): JsonReading }

export type JsonReading = {
  head: HistoryHead
  /** The items of a record, and undefined for other events. `line` is the number of the record. */
  read(event: JsonEvent, line: number): readonly HistoryItem[] | undefined
}

export async function readJson(
  format: JsonFormat,
  file: FileBytes,
  encoding: TextEncodingName,
  choices: HistoryChoices,
): Promise<OpenHistory> {
  const survey = format.survey()
  for await (const event of eventsOf(file(), encoding)) if (event !== cutOff) survey.add(event)
  const reading = survey.close(choices)
  return {
    head: reading.head,
    items: (async function* () {
      let line = 1
      for await (const event of eventsOf(file(), encoding)) {
        const items = event === cutOff ? toCutOff(line) : reading.read(event, line)
        if (!items) continue
        line++
        yield* items
      }
    })(),
  }
}

/** The file ends in the middle, as after an incomplete download. */
const cutOff = 'cut-off'

const toCutOff = (line: number): HistoryItem[] => [{ kind: 'unread', line, lines: 1, reason: 'broken-json' }]

async function* eventsOf(
  bytes: AsyncIterable<Uint8Array>,
  encoding: TextEncodingName,
): AsyncIterable<JsonEvent | typeof cutOff> {
  const decoder = new TextDecoder(encoding)
  const scanner = createJsonScanner()
  for await (const piece of bytes) yield* scanner.add(decoder.decode(piece, { stream: true }))
  yield* scanner.add(decoder.decode())
  if (!scanner.close().isWhole) yield cutOff
}
