import { fill } from '../../../fill-text.ts'
import { exportWords } from '../export-words.ts'
import { createPieceBuffer, type ExportFormat, type Piece } from '../format.ts'
import { escapeHtml } from '../html-text.ts'
import { createLocalClock } from '../local-clock.ts'
import { createDayNotes } from '../outages.ts'
import type { PersonEntry } from '../records.ts'
import { createConversation, type Item } from './conversation.ts'
import { createMonthPages } from './month-pages.ts'
import { createPageSurface, cutAtMarks } from './page-files.ts'
import { type Frame, pageEnd, pageStart, plainBar, zoneNote } from './page-frame.ts'
import { type PageLanguage, pageLanguage } from './page-language.ts'
import type { Scene } from './scene.ts'

const path = 'messages.html'
const mostBytes = 25_000_000
/** A message takes about this many times the space that its stored form does. The rest is for pictures. */
const bytesOfMessage = 1.5

/** One page with everything in it, which can be sent as it is. Browsers search it themselves, so it has no script. */
export const htmlSingle: ExportFormat = {
  showsPictures: true,
  onePage: { path, mostBytes },
  open({ channel, filter, part, lastAt, messageBytes, outages }) {
    const words = exportWords(channel.language)
    const language = pageLanguage(channel.language)
    const localTime = createLocalClock(channel.timezone)
    const notesOf = createDayNotes(outages, words, localTime)
    const people = new Map<string, PersonEntry>()
    const addresses = new Map<string, string>()
    const findMessage = (id: string) => addresses.get(id)
    const surface = createPageSurface(mostBytes - bytesOfMessage * messageBytes)
    const scene: Scene = { words, language, localTime, notesOf, surface, people, findMessage }
    const conversation = createConversation(words)
    const title = titleOf(language, { ...filter, first: part.month, last: localTime(lastAt ?? part.start).date })
    const pages = createMonthPages(frameOf({ channel, words, language }, title, surface.leftOut), scene, unlimited)
    const buffer = createPieceBuffer(path)

    const put = (text: string): Piece[] =>
      cutAtMarks(text).flatMap((part) =>
        'text' in part ? [...buffer.add(part.text)] : [...buffer.flush(), { path, base64Of: part.base64Of }],
      )
    const place = (items: readonly Item[]): Piece[] =>
      items.flatMap((item) => {
        const { written } = pages.place(item)
        for (const { id, seq } of item.messages) addresses.set(id, `#m${seq}`)
        return written.flatMap(({ html }) => put(html))
      })
    return {
      write(record) {
        if (record.kind !== 'person') return place(conversation.add(record))
        people.set(record.id, record)
        return []
      },
      close: () => [
        ...place(conversation.end()),
        ...pages.end(words.noMessages).flatMap(({ html }) => put(html)),
        ...buffer.flush(),
      ],
    }
  },
}

const unlimited = { bytes: Number.POSITIVE_INFINITY, messages: Number.POSITIVE_INFINITY }

/** The day, or the months. */
function titleOf(
  language: PageLanguage,
  { from, to, first, last }: { from: string | null; to: string | null; first: string; last: string },
): string {
  if (from !== null && from === to) return language.day(from)
  const [start, end] = [language.month(first), language.month(last.slice(0, -3))]
  return start === end ? start : `${start} – ${end}`
}

/** `leftOut` is known when everything else has been written. */
function frameOf(frame: Frame, title: string, leftOut: () => number): Parameters<typeof createMonthPages>[0] {
  const { words, count } = frame.language
  const note = () =>
    leftOut() === 0
      ? ''
      : `<p class="line missing">${escapeHtml(fill(words.picturesLeftOut, { count: count(leftOut()) }))}</p>\n`
  return {
    start: () => `${pageStart(frame, { title, up: null })}${plainBar(frame, title)}<main>\n${zoneNote(frame)}\n`,
    end: () => `${note()}</main>\n${pageEnd}`,
  }
}
