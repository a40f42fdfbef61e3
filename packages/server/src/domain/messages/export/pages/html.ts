import { exportWords } from '../export-words.ts'
import { createPieceBuffer, type ExportFormat, type Piece, type Rendering } from '../format.ts'
import { escapeHtml } from '../html-text.ts'
import { createLocalClock } from '../local-clock.ts'
import { createDayNotes } from '../outages.ts'
import type { ExportHead, PersonEntry } from '../records.ts'
import { createConversation, type Item } from './conversation.ts'
import { describeFolder } from './index-page.ts'
import { createMonthPages, type Written } from './month-pages.ts'
import { createFolderSurface } from './page-files.ts'
import { type Frame, monthBar, pageEnd, pageStart, zoneNote } from './page-frame.ts'
import { pageLanguage } from './page-language.ts'
import type { Scene } from './scene.ts'
import { createSearchFile } from './search-file.ts'

/** Pages for a browser, in a folder that needs neither a service nor a connection. */
export const html: ExportFormat = {
  showsPictures: true,
  open(head) {
    const search = createSearchFile(head.part.month, createLocalClock(head.channel.timezone))
    const pages = renderPages(head, (page, item) => search.add(page, item.findable))
    return { ...pages, close: (end) => [...pages.close(end), ...search.end()] }
  },
  openPasses(head) {
    const starts = createPageStarts()
    return [
      () =>
        renderPages(head, (page, item) => {
          starts.note(page, item)
          return []
        }),
      () => renderSearch(head, starts.pageOf()),
    ]
  },
  describeWhole: describeFolder,
}

/** `onPlace`: called with each item and its page. */
function renderPages(
  { channel, part: { month }, outages }: ExportHead,
  onPlace: (page: number, item: Item) => readonly Piece[],
): Rendering {
  const words = exportWords(channel.language)
  const language = pageLanguage(channel.language)
  const localTime = createLocalClock(channel.timezone)
  const notesOf = createDayNotes(outages, words, localTime)
  const people = new Map<string, PersonEntry>()
  const addresses = new Map<string, string>()
  const surface = createFolderSurface(month)
  const scene: Scene = { words, language, localTime, notesOf, surface, people, findMessage: (id) => addresses.get(id) }
  const conversation = createConversation(words)
  const pages = createMonthPages(frameOf({ channel, words, language }, month), scene)
  let buffer = createPieceBuffer(pathOf(month, 1))

  const put = (written: readonly Written[]): Piece[] =>
    written.flatMap(({ page, html: text, isLast }) => {
      const added = buffer.add(text)
      if (!isLast) return added
      const path = pathOf(month, page)
      const flushed = buffer.flush()
      buffer = createPieceBuffer(pathOf(month, page + 1))
      return [...added, ...flushed, { path, isWhole: true }]
    })
  const place = (items: readonly Item[]): Piece[] =>
    items.flatMap((item) => {
      const { page, written } = pages.place(item)
      for (const { id, seq } of item.messages) addresses.set(id, `${fileOf(month, page)}#m${seq}`)
      return [...put(written), ...onPlace(page, item)]
    })
  return {
    write(record) {
      if (record.kind !== 'person') return place(conversation.add(record))
      people.set(record.id, record)
      return []
    },
    close: () => [...place(conversation.end()), ...put(pages.end(words.noMessages)), ...surface.copied.values()],
  }
}

/** Only the search, on pages that are known. */
function renderSearch({ channel, part: { month } }: ExportHead, pageOf: (item: Item) => number): Rendering {
  const search = createSearchFile(month, createLocalClock(channel.timezone))
  const conversation = createConversation(exportWords(channel.language))
  const place = (items: readonly Item[]): Piece[] =>
    items.flatMap((item) => [...search.add(pageOf(item), item.findable)])
  return {
    write: (record) => (record.kind === 'person' ? [] : place(conversation.add(record))),
    close: () => [...place(conversation.end()), ...search.end()],
  }
}

type Start = Pick<Item, 'time' | 'seq'>

/** The first item of each page, so that another pass finds the same pages, also if a message was unsent in between. */
function createPageStarts() {
  const starts: Start[] = []
  return {
    note(page: number, { time, seq }: Item): void {
      if (starts.length < page) starts.push({ time, seq })
    },
    /** For items in order. */
    pageOf(): (item: Item) => number {
      let page = 1
      const isBefore = (one: Start, other: Start) =>
        one.time < other.time || (one.time === other.time && one.seq < other.seq)
      return (item) => {
        for (let next = starts[page]; next && !isBefore(item, next); next = starts[page]) page++
        return page
      }
    },
  }
}

const fileOf = (month: string, page: number) => `${month}${page === 1 ? '' : `-${page}`}.html`
const pathOf = (month: string, page: number) => `pages/${fileOf(month, page)}`

function frameOf(frame: Frame, month: string): Parameters<typeof createMonthPages>[0] {
  const { month: monthName, words } = frame.language
  const back = `../index.html#${month}`
  const titleOf = (page: number) =>
    page === 1 ? monthName(month) : `${monthName(month)}, ${words.page.replace('{page}', String(page))}`
  const link = (page: number, rel: 'prev' | 'next', text: string) =>
    `<a rel="${rel}" href="${fileOf(month, page)}">${escapeHtml(text)}</a>`
  return {
    start: (page) =>
      pageStart(frame, { title: titleOf(page), up: '../', month }) +
      monthBar(frame, {
        title: titleOf(page),
        back,
        earlier: page === 1 ? '' : link(page - 1, 'prev', words.earlierPage),
      }) +
      `<main>\n${zoneNote(frame)}\n`,
    end: (page, isLast) =>
      `</main>\n<footer><nav class="steps" aria-label="${escapeHtml(words.allMonths)}">${isLast ? '' : link(page + 1, 'next', words.laterPage)}</nav><a href="${back}">${escapeHtml(words.allMonths)}</a></footer>\n${pageEnd}`,
  }
}
