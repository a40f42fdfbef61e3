import type { LocalTime } from '../local-clock.ts'
import type { PersonEntry } from '../records.ts'
import type { ExportWords } from '../words/words.ts'
import type { PageLanguage } from './page-language.ts'

/** Where pages find what isn't text: in a folder, or in themselves. Addresses are escaped already. */
export type Surface = {
  /** The address of a small picture of a file; undefined if it can't be shown. */
  preview(picture: { sha256: string; sizeBytes?: number }): string | undefined
  /** The address of a file of the export. */
  file(path: string): string | undefined
  /** A stored picture that a page shows in full, because there is no smaller one. */
  picture(path: string, file: { sha256: string; sizeBytes: number }): string | undefined
  /** People without a picture get an initial. */
  face(person: PersonEntry): string | undefined
}

/** What every piece of a page needs to know. */
export type Scene = {
  words: ExportWords
  language: PageLanguage
  localTime(ms: number): LocalTime
  /** What is said at the head of a day. */
  notesOf(date: string): readonly string[]
  surface: Surface
  people: ReadonlyMap<string, PersonEntry>
  /** The address of a message that came earlier, by its ID. */
  findMessage(id: string): string | undefined
}
