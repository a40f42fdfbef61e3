import type { Message } from '@innkeeper/contract'
import { fill } from '../../../fill-text.ts'
import { escapeHtml, nameHtml } from '../html-text.ts'
import { cleanName } from '../plain-text.ts'
import type { MediaEntry, MessageEntry } from '../records.ts'
import type { Scene } from './scene.ts'

type Stored = Extract<MediaEntry, { state: 'stored' }>
type MediaMessage = Extract<Message, { mediaKey: string }>

/** The longer side of a picture on a page, in CSS pixels. */
const longerSide = 320

/** A photo, video, voice message or file. What can't be shown is a card that says why. */
export function mediaHtml(entry: MessageEntry, message: MediaMessage, scene: Scene): string {
  const { media } = entry
  const { words, language } = scene
  if (media?.state !== 'stored') {
    const { lost, pending } = language.words.file
    return card(message, media?.state === 'lost' ? lost : pending, scene)
  }
  if (media.path === null) return card(message, words.transcript.notIncluded, scene)
  const shown = show({ media, message, title: entry.details?.title ?? '' }, scene)
  if (shown !== undefined) return shown
  const href = scene.surface.file(media.path)
  const size = language.size(media.sizeBytes)
  if (href === undefined) return card(message, `${size} · ${language.words.file.notInPage}`, scene)
  // A file that is a page could run scripts and load something when it's opened, so nothing leads to it.
  if (runsScripts.test(media.path)) {
    return card(message, `${size} · ${fill(language.words.file.inFolder, { path: media.path })}`, scene)
  }
  return card(message, size, scene, href)
}

const runsScripts = /\.(?:x?html?|xht|svgz?|xml|xslt?|mht(?:ml)?|hta|m?js|url|lnk|webloc|desktop)$/i
const shownImages = /\.(?:jpg|png|gif|webp|avif)$/
const shownVideos = /\.(?:mp4|webm|mov|3gp)$/
const shownSounds = /\.(?:m4a|wav|ogg|flac|mp3|aac)$/

/** Undefined if browsers can't show it. */
function show(
  { media, message, title }: { media: Stored; message: MediaMessage; title: string },
  scene: Scene,
): string | undefined {
  const { words, surface, language } = scene
  const path = media.path ?? ''
  const href = surface.file(path)
  const { width, height } = fit(media.preview)
  const preview = () => (media.preview ? surface.preview(media.preview) : undefined)
  const image = (source: string) =>
    `<img loading="lazy" decoding="async" width="${width}" height="${height}" src="${source}" alt="${escapeHtml(words.types[message.type])}">`
  switch (message.type) {
    case 'image': {
      const original = () => (shownImages.test(path) ? surface.picture(path, media) : undefined)
      const source = media.preview ? preview() : original()
      if (source === undefined) return undefined
      return href === undefined
        ? `<span class="photo">${image(source)}</span>`
        : `<a class="photo" href="${href}">${image(source)}</a>`
    }
    case 'video': {
      if (href === undefined) {
        const source = preview()
        if (source === undefined) return undefined
        const note = `${words.types.video} · ${language.size(media.sizeBytes)} · ${language.words.file.notInPage}`
        return `<span class="photo">${image(source)}</span><small class="about">${escapeHtml(note)}</small>`
      }
      if (!shownVideos.test(path)) return undefined
      const source = preview()
      const poster = source === undefined ? '' : ` poster="${source}"`
      return `<video controls preload="none" width="${width}" height="${height}"${poster} src="${href}"></video>${fileLink(href, words.types.video)}`
    }
    case 'audio':
      if (href === undefined || !shownSounds.test(path)) return undefined
      return `<audio controls preload="none" src="${href}"></audio>${fileLink(href, cleanName(title) || words.types.audio)}`
    case 'file':
      return undefined
  }
}

/** For browsers that can't play it. */
const fileLink = (href: string, name: string) => `<a class="plain" href="${href}">${escapeHtml(name)}</a>`

/** Known before it's loaded, so that nothing moves while reading. A square if its size is unknown. */
function fit(preview: Stored['preview']): { width: number; height: number } {
  const { width, height } = preview ?? {}
  if (!width || !height) return { width: 240, height: 240 }
  const scale = Math.min(1, longerSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function card(message: MediaMessage, note: string, { words }: Scene, href?: string): string {
  const title = message.type === 'file' ? nameHtml(message.fileName) : escapeHtml(words.types[message.type])
  const name = href === undefined ? `<span>${title}</span>` : `<a href="${href}">${title}</a>`
  return `<div class="card ${message.type}"><div>${name}<small>${escapeHtml(note)}</small></div></div>`
}
