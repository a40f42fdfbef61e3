import type { HappeningWord } from '@innkeeper/contract'

/** The words of offline pages that no other export has. Names, counts and paths stand in braces. */
export type PageWords = {
  allMonths: string
  months: string
  earlierPage: string
  laterPage: string
  /** Of a month that has several pages. */
  page: string
  search: {
    label: string
    typeMore: string
    progress: string
    results: string
    noResults: string
    more: string
    unreadable: string
    needsScript: string
  }
  missing: {
    title: string
    /** Short, beside a month. */
    ofMonth: string
    nothing: string
    /** Why nothing was saved, by what ended it. */
    why: Partial<Record<HappeningWord, string>>
    messages: string
    /** Of an export that was downloaded month by month. */
    gone: string
    files: string
  }
  limits: { title: string; days: string; sender: string; own: string; type: string; noFiles: string }
  howTo: { title: string; lines: readonly string[] }
  file: { lost: string; pending: string; inFolder: string; notInPage: string }
  /** At the end of a single page. */
  picturesLeftOut: string
  map: string
  /** Of the text file next to the pages. */
  readMe: readonly string[]
}
