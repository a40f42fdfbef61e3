import { exportWords } from '../export-words.ts'
import { createPieceBuffer, type ExportFormat, type Piece } from '../format.ts'
import { escapeHtml } from '../html-text.ts'
import { createLocalClock } from '../local-clock.ts'
import { createDayNotes } from '../outages.ts'
import type { PersonEntry } from '../records.ts'
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
  open({ channel, part: { month }, outages }) {
    const words = exportWords(channel.language)
    const language = pageLanguage(channel.language)
    const localTime = createLocalClock(channel.timezone)
    const notesOf = createDayNotes(outages, words, localTime)
    const people = new Map<string, PersonEntry>()
    const addresses = new Map<string, string>()
    const surface = createFolderSurface(month)
    const scene: Scene = {
      words,
      language,
      localTime,
      notesOf,
      surface,
      people,
      findMessage: (id) => addresses.get(id),
    }
    const conversation = createConversation(scene)
    const pages = createMonthPages(frameOf({ channel, words, language }, month), scene)
    const search = createSearchFile(month, localTime)
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
        return [...put(written), ...search.add(page, item.findable)]
      })
    return {
      write(record) {
        if (record.kind !== 'person') return place(conversation.add(record))
        people.set(record.id, record)
        return []
      },
      close: () => [
        ...place(conversation.end()),
        ...put(pages.end(words.noMessages)),
        ...search.end(),
        ...surface.copied.values(),
      ],
    }
  },
  describeWhole: describeFolder,
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
