import type { ComparedContent, FileLine, UnsentNote } from './alignment/history-side.ts'
import { FileClock } from './file-clock.ts'
import type { HistoryItem, HistoryMessage, HistoryPerson, HistoryPrecision, HistoryTime } from './history.ts'
import type { FileZone } from './infer-zone.ts'

/** What the owner confirmed about a file. */
export type ConfirmedChoices = {
  /** Not needed for formats that have instants. */
  zone: FileZone
  /** Who someone of the file is: the ID of a person here, or the one that `importedPersonId` makes. */
  personOf: (person: HistoryPerson) => string
}

/**
 * Turns what was read from a file into what is compared with live messages. Undefined for what is neither a message nor a note about an
 * unsent one. Call it in the order of the file, which decides about an hour that comes twice.
 */
export function createComparer({
  zone,
  personOf,
}: ConfirmedChoices): (item: HistoryItem) => FileLine | UnsentNote | undefined {
  const clock = new FileClock(zone)
  let count = 0
  const instantOf = (time: HistoryTime) => ('instant' in time ? time.instant : clock.instantOf(time.wall))
  return (item) => {
    if (item.kind === 'note' && item.what === 'unsent' && item.at)
      return { kind: 'unsent-note', index: count++, at: roundDown(instantOf(item.at), 60_000), precisionMs: 60_000 }
    if (item.kind !== 'message') return undefined
    const precisionMs = precisions[item.precision]
    const alternatives = alternativesOf(item)
    return {
      ...contentOf(item),
      index: count++,
      at: roundDown(instantOf(item.at), precisionMs),
      precisionMs,
      person: personOf(item.person),
      ...(item.person.userId === undefined ? {} : { sourcePerson: item.person.userId }),
      ...(item.messageId === undefined ? {} : { sourceId: item.messageId }),
      ...(alternatives.length === 0 ? {} : { alternatives }),
    }
  }
}

const precisions = { minute: 60_000, second: 1000, exact: 1 } as const satisfies Record<HistoryPrecision, number>

const roundDown = (ms: number, step: number) => Math.floor(ms / step) * step

/** The text of media is what all exports of a message agree about: its caption, or the name of a file. */
function contentOf({ content, caption }: HistoryMessage): ComparedContent {
  if (content.type === 'text') return { kind: 'text', text: content.text }
  const name = content.type === 'file' ? content.fileName : undefined
  return { kind: content.type, text: caption ?? name ?? '' }
}

const otherMedia = ['video', 'audio', 'file', 'sticker'] as const

function alternativesOf({ content, caption = '', mayBeText }: HistoryMessage): ComparedContent[] {
  const others = content.type === 'image' && content.mayBeOther ? otherMedia : []
  return [
    ...others.map((kind) => ({ kind, text: caption })),
    ...(mayBeText === undefined ? [] : [{ kind: 'text' as const, text: mayBeText }]),
  ]
}
