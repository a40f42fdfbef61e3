import { captionOf, describeContent } from '../describe-record.ts'
import { cleanName } from '../plain-text.ts'
import type { ExportRecord, MessageEntry } from '../records.ts'
import { answerHtml, gapHtml, happeningHtml, messageHtml } from './item-html.ts'
import type { Scene } from './scene.ts'

/** What can be found by searching. */
export type Findable = { anchor: string; time: number; who: string; text: string }

/** A piece of a page: a message, an album, what the bot said, or a line about something that happened. */
export type Item = {
  time: number
  /** Orders items of the same moment. What the bot said comes last. */
  seq: number
  messages: readonly Pick<MessageEntry, 'id' | 'seq'>[]
  /** Whether its sender's name is shown. Always at the start of a day or page, whatever `isNewSender` says. */
  isNewSender: boolean
  render(leads: boolean, scene: Scene): string
  findable: readonly Findable[]
}

/** More than any number of a message. */
const afterMessages = 2 ** 52

/** Messages of one person within this time are shown as one. */
const togetherMs = 5 * 60_000

/** Turns records into pieces of a page. Photos that were sent together are kept until the last of them is known. */
export function createConversation(words: Scene['words']): {
  add(record: Exclude<ExportRecord, { kind: 'person' }>): Item[]
  end(): Item[]
} {
  let album: MessageEntry[] = []
  let before: { senderId: string; time: number } | undefined
  const itemOf = (entries: readonly MessageEntry[]): Item[] => {
    const [first] = entries
    if (!first) return []
    const senderId = first.message.sender.id
    const isNewSender = before?.senderId !== senderId || first.time - before.time > togetherMs
    before = { senderId, time: first.time }
    return [
      {
        time: first.time,
        seq: first.seq,
        messages: entries,
        isNewSender,
        render: (leads, scene) => messageHtml(entries, leads, scene),
        findable: entries.flatMap((entry) => findableIn(entry, words)),
      },
    ]
  }
  const endAlbum = (): Item[] => {
    const items = itemOf(album)
    album = []
    return items
  }
  return {
    add(record) {
      if (record.kind === 'message') {
        if (isOfAlbum(record, album)) {
          album.push(record)
          return []
        }
        const done = endAlbum()
        if (!isPictured(record) || !record.details?.imageSet) return [...done, ...itemOf([record])]
        album = [record]
        return done
      }
      const done = endAlbum()
      before = undefined
      const render = (_: boolean, scene: Scene) => lineOf(record, scene)
      const findable =
        record.kind === 'answer'
          ? record.texts.map((text) => ({ anchor: `a${record.id}`, time: record.time, who: words.bot, text }))
          : []
      const seq = record.kind === 'answer' ? afterMessages + record.id : record.seq
      return [...done, { time: record.time, seq, messages: [], isNewSender: true, render, findable }]
    },
    end: endAlbum,
  }
}

function isOfAlbum(record: MessageEntry, [first]: readonly MessageEntry[]): boolean {
  const { message, details } = record
  if (!first || !isPictured(record) || !details?.imageSet) return false
  return details.imageSet.id === first.details?.imageSet?.id && message.sender.id === first.message.sender.id
}

/** What albums consist of. On some platforms they mix photos and videos. */
function isPictured({ message }: MessageEntry): boolean {
  return message.type === 'image' || message.type === 'video'
}

function lineOf(record: Exclude<ExportRecord, { kind: 'person' | 'message' }>, scene: Scene): string {
  switch (record.kind) {
    case 'answer':
      return answerHtml(record, scene)
    case 'gap':
      return gapHtml(record, scene)
    case 'happening':
      return happeningHtml(record, scene)
  }
}

function findableIn({ seq, time, message }: MessageEntry, words: Scene['words']): Findable[] {
  const text = searchableText(message, words)
  if (text === '') return []
  return [{ anchor: `m${seq}`, time, who: cleanName(message.sender.name), text }]
}

function searchableText(message: MessageEntry['message'], words: Scene['words']): string {
  if (message.type === 'text' || message.type === 'location') return describeContent(message, words)
  const caption = captionOf(message) ?? ''
  return message.type === 'file' ? [cleanName(message.fileName), caption].filter(Boolean).join(' ') : caption
}
