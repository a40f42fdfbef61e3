import { exportWords } from '../export-words.ts'
import { createPieceBuffer, type ExportFormat, type Piece } from '../format.ts'
import { createLocalClock } from '../local-clock.ts'
import type { PersonEntry } from '../records.ts'
import { createConversation, type Item } from './conversation.ts'
import { createMonthPages } from './month-pages.ts'
import { createPageSurface, cutAtMarks } from './page-files.ts'
import { type Frame, pageEnd, pageStart, plainBar, zoneNote } from './page-frame.ts'
import { pageLanguage } from './page-language.ts'
import type { Scene } from './scene.ts'

const path = 'messages.html'

/** One page with everything in it, which can be sent as it is. Browsers search it themselves, so it has no script. */
export const htmlSingle: ExportFormat = {
  showsPictures: true,
  onePage: { path, mostBytes: 25_000_000 },
  open({ channel, part, lastAt }) {
    const words = exportWords(channel.language)
    const language = pageLanguage(channel.language)
    const localTime = createLocalClock(channel.timezone)
    const people = new Map<string, PersonEntry>()
    const addresses = new Map<string, string>()
    const findMessage = (id: string) => addresses.get(id)
    const scene: Scene = { words, language, localTime, surface: createPageSurface(), people, findMessage }
    const conversation = createConversation(scene)
    const [first, last] = [part.month, localTime(lastAt ?? part.start).date.slice(0, -3)].map(language.month)
    const title = first === last ? (first ?? '') : `${first} – ${last}`
    const pages = createMonthPages(frameOf({ channel, words, language }, title), scene, unlimited)
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

function frameOf(frame: Frame, title: string): Parameters<typeof createMonthPages>[0] {
  return {
    start: () => `${pageStart(frame, { title, up: null })}${plainBar(frame, title)}<main>\n${zoneNote(frame)}\n`,
    end: () => `</main>\n${pageEnd}`,
  }
}
