import { escapeHtml } from '../html-text.ts'
import type { Item } from './conversation.ts'
import type { PageLanguage } from './page-language.ts'
import type { Scene } from './scene.ts'

/** What is appended to which page of a month; `isLast`: nothing follows on that page. */
export type Written = { page: number; html: string; isLast: boolean }

export type MonthPages = {
  /** Gives the number of the page as well, for whatever refers to the item. */
  place(item: Item): { page: number; written: Written[] }
  end(whenEmpty: string): Written[]
}

/** Larger pages become slow on a phone. */
const mostBytes = 3_000_000
const mostMessages = 5_000
/** For the end of a page. */
const reservedBytes = 4_096

type Frame = { start(page: number): string; end(page: number, isLast: boolean): string }

/** Divides what is said into days and pages. */
export function createMonthPages(
  { start, end }: Frame,
  scene: Scene,
  limits = { bytes: mostBytes, messages: mostMessages },
): MonthPages {
  const { language, localTime, notesOf } = scene
  let page = 1
  let day = ''
  let bytes = 0
  let messages = 0
  let isStarted = false

  const startPage = () => {
    isStarted = true
    day = ''
    messages = 0
    const html = start(page)
    bytes = Buffer.byteLength(html)
    return html
  }
  const render = (item: Item) => {
    const { date } = localTime(item.time)
    if (date === day) return item.render(item.isNewSender, scene)
    const heading = `${day === '' ? '' : closingOfDay}${openingOfDay(date, language, notesOf(date))}`
    return heading + item.render(true, scene)
  }
  return {
    place(item) {
      const written: Written[] = []
      if (!isStarted) written.push({ page, html: startPage(), isLast: false })
      let html = render(item)
      const isFull =
        bytes + Buffer.byteLength(html) + reservedBytes > limits.bytes ||
        messages + item.messages.length > limits.messages
      if (isFull && day !== '') {
        written.push({ page, html: closingOfDay + end(page, false), isLast: true })
        page++
        written.push({ page, html: startPage(), isLast: false })
        html = render(item)
      }
      day = localTime(item.time).date
      bytes += Buffer.byteLength(html)
      messages += item.messages.length
      written.push({ page, html, isLast: false })
      return { page, written }
    },
    end(whenEmpty) {
      const opening = isStarted ? '' : startPage()
      const content = day === '' ? `<p class="line">${escapeHtml(whenEmpty)}</p>\n` : closingOfDay
      return [{ page, html: opening + content + end(page, true), isLast: true }]
    },
  }
}

function openingOfDay(date: string, language: PageLanguage, notes: readonly string[]): string {
  const lines = notes.map((note) => `<p class="line missing">${escapeHtml(note)}</p>\n`).join('')
  return `<section class="day" id="d${date}"><h2><time datetime="${date}">${escapeHtml(language.day(date))}</time></h2>\n${lines}`
}
const closingOfDay = '</section>\n'
