import { fill } from '../../../fill-text.ts'
import { toTimestamp } from '../../../timestamp.ts'
import { captionOf, describeMessage } from '../describe-record.ts'
import { textOfSpan } from '../export-words.ts'
import { escapeHtml, nameHtml } from '../html-text.ts'
import { cleanName } from '../plain-text.ts'
import type { AnswerEntry, GapEntry, HappeningEntry, MessageEntry } from '../records.ts'
import { mediaHtml } from './media-html.ts'
import { colourClass, initial } from './person-look.ts'
import { richText, webLink } from './rich-text.ts'
import type { Scene } from './scene.ts'

/** A message, or photos and videos that were sent together. `leads`: the first of several by the same person. */
export function messageHtml(entries: readonly MessageEntry[], leads: boolean, scene: Scene): string {
  const [first] = entries
  if (!first) return ''
  const { sender } = first.message
  const colour = colourClass(sender.id)
  const name = leads ? `<p class="name ${colour}">${nameHtml(sender.name)}</p>` : ''
  const face = leads ? faceHtml(sender, scene) : ''
  const isAlbum = entries.length > 1
  const body = isAlbum ? albumHtml(entries, scene) : contentHtml(first, scene)
  // Each part of an album has the ID instead.
  const id = isAlbum ? '' : ` id="m${first.seq}"`
  return `<article class="m${leads ? ' lead' : ''}"${id}><div class="side">${face}</div><div class="col">${name}<div class="row">${body}${timeHtml(first.time, scene)}</div></div></article>\n`
}

function albumHtml(entries: readonly MessageEntry[], scene: Scene): string {
  const tiles = entries.map((entry) => `<div class="tile" id="m${entry.seq}">${bodyHtml(entry, scene)}</div>`)
  const album = `<div class="album n${Math.min(entries.length, 5)}">${tiles.join('')}</div>`
  const captions = entries
    .map((entry) => captionHtml(entry) + editsHtml(entry, scene) + originHtml(entry, scene))
    .join('')
  return captions === '' ? album : `<div class="bubble">${album}${captions}</div>`
}

function captionHtml({ message, details, editedAt }: MessageEntry): string {
  const caption = captionOf(message)
  if (caption === undefined) return ''
  const mentions = editedAt === null ? details?.mentions : undefined
  return `<div class="text" dir="auto">${richText(caption, mentions)}</div>`
}

/** A photo without a caption stands alone; everything else is in a bubble. */
function contentHtml(entry: MessageEntry, scene: Scene): string {
  const quote = topicHtml(entry) + quoteHtml(entry, scene)
  const body = bodyHtml(entry, scene)
  const caption = captionHtml(entry)
  const isBare = quote === '' && caption === '' && /^<(?:a class="photo"|span class="photo"|video)/.test(body)
  return `<div class="${isBare ? 'bare' : 'bubble'}">${quote}${body}${caption}${editsHtml(entry, scene)}${originHtml(entry, scene)}</div>`
}

function bodyHtml(entry: MessageEntry, scene: Scene): string {
  const { message, details, editedAt } = entry
  const { words, language } = scene
  switch (message.type) {
    case 'text': {
      // After an edit, the platform's positions are those of another text.
      const mentions = editedAt === null ? details?.mentions : undefined
      return `<div class="text" dir="auto">${richText(message.content, mentions)}</div>`
    }
    case 'location': {
      const { latitude, longitude } = message
      const map = `https://www.openstreetmap.org/?mlat=${Number(latitude)}&mlon=${Number(longitude)}`
      const title = cleanName(details?.title ?? '') || words.types.location
      const address = [cleanName(message.address), `${latitude}, ${longitude}`].filter(Boolean).join(' · ')
      const link = webLink(map, escapeHtml(language.words.map))
      return `<div class="card location"><div><span><bdi>${escapeHtml(title)}</bdi></span><small><bdi>${escapeHtml(address)}</bdi></small><small>${link}</small></div></div>`
    }
    case 'sticker': {
      const about = details?.stickerText ?? details?.stickerKeywords?.slice(0, 3).join(', ') ?? ''
      const note = about === '' ? '' : `<small><bdi>${escapeHtml(cleanName(about))}</bdi></small>`
      return `<div class="card sticker"><div><span>${escapeHtml(words.types.sticker)}</span>${note}</div></div>`
    }
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return mediaHtml(entry, message, scene)
  }
}

/** Where a chat has several topics. */
function topicHtml({ details }: MessageEntry): string {
  if (!details?.topic) return ''
  return `<p class="topic" dir="auto"># ${escapeHtml(cleanName(details.topic.name ?? details.topic.id))}</p>`
}

/** About a line. */
const mostQuoted = 140

function quoteHtml({ quoted }: MessageEntry, scene: Scene): string {
  if (!quoted) return ''
  const { words } = scene
  if (!quoted.message) return `<p class="quote gone">${escapeHtml(words.inReplyToEarlier)}</p>`
  const { sender } = quoted.message
  const text = describeMessage(quoted.message, words).replace(/\s+/g, ' ')
  const start = text.length > mostQuoted ? `${text.slice(0, mostQuoted)}…` : text
  const label = escapeHtml(fill(words.inReplyTo, { name: cleanName(sender.name) }))
  const kind = `quote ${colourClass(sender.id)}`
  const inner = `<b>${nameHtml(sender.name)}</b><span><bdi>${escapeHtml(start)}</bdi></span>`
  const href = scene.findMessage(quoted.id)
  return href === undefined
    ? `<div class="${kind}">${inner}</div>`
    : `<a class="${kind}" href="${href}" title="${label}">${inner}</a>`
}

function editsHtml({ time: sentAt, editedAt, versions }: MessageEntry, { words, language, localTime }: Scene): string {
  if (editedAt === null) return ''
  // The date is only worth the space if it's another one.
  const { date } = localTime(sentAt)
  const momentHtml = (ms: number) => {
    const then = localTime(ms)
    return `<time datetime="${toTimestamp(ms)}">${then.date === date ? then.time : language.moment(then)}</time>`
  }
  const edited = `${escapeHtml(words.edited)} ${momentHtml(editedAt)}`
  if (versions.length === 0) return `<p class="edited">${edited}</p>`
  const earlier = versions.map(
    ({ at, content }) => `<li>${momentHtml(at)}<div class="text" dir="auto">${richText(content)}</div></li>`,
  )
  return `<details class="edited"><summary>${edited}</summary><p>${escapeHtml(words.transcript.earlier)}</p><ol>${earlier.join('')}</ol></details>`
}

const originHtml = ({ imported }: MessageEntry, { words }: Scene) =>
  imported === undefined ? '' : `<p class="edited">${escapeHtml(words.imported)}</p>`

function faceHtml(sender: { id: string; name: string }, { people, surface }: Scene): string {
  const person = people.get(sender.id)
  const picture = person && surface.face(person)
  return picture ?? `<span class="face ${colourClass(sender.id)}" aria-hidden="true">${initial(sender.name)}</span>`
}

const botFace =
  '<svg class="face bot" viewBox="0 0 32 32" aria-hidden="true"><path d="M9 10.5h14a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-6l-4.5 4v-4H9a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3z"/></svg>'

/** What the bot said; each text in a bubble of its own. */
export function answerHtml({ id, time, texts }: AnswerEntry, scene: Scene): string {
  const bubbles = texts.map(
    (text) => `<div class="bubble bot"><div class="text" dir="auto">${richText(text)}</div></div>`,
  )
  return `<article class="m lead" id="a${id}"><div class="side">${botFace}</div><div class="col"><p class="name">${escapeHtml(scene.words.bot)}</p><div class="row"><div class="said">${bubbles.join('')}</div>${timeHtml(time, scene)}</div></div></article>\n`
}

export function gapHtml({ seq, time }: GapEntry, scene: Scene): string {
  return `<p class="line gap" id="g${seq}">${escapeHtml(scene.words.unsent)} ${timeHtml(time, scene)}</p>\n`
}

/** Where nothing was saved stands out, because readers would take it for silence. */
export function happeningHtml(entry: HappeningEntry, scene: Scene): string {
  const { words, language, localTime } = scene
  const what = fill(escapeHtml(words.happening[entry.what]), {
    name: nameHtml(entry.person?.name ?? words.someone),
    from: nameHtml(entry.oldName ?? ''),
    to: nameHtml(entry.newName ?? ''),
  })
  const line = `<p class="line" id="h${entry.seq}">${what} ${timeHtml(entry.time, scene)}</p>\n`
  if (entry.missingSince === null) return line
  const moment = (ms: number) => language.moment(localTime(ms))
  const missing = fill(textOfSpan(words, entry.what), { from: moment(entry.missingSince), to: moment(entry.time) })
  return `<p class="line missing">${escapeHtml(missing)}</p>\n${line}`
}

function timeHtml(ms: number, { localTime }: Scene): string {
  return `<time datetime="${toTimestamp(ms)}">${localTime(ms).time}</time>`
}
