import { pictureName } from '../../../media/picture.ts'
import { escapeHtml } from '../html-text.ts'
import type { Surface } from './scene.ts'

export type CopiedFile = { path: string; copyOf: string }

/** A surface whose pages find everything by relative path, and the files that have to be there. */
export function createFolderSurface(month: string): Surface & { copied: ReadonlyMap<string, CopiedFile> } {
  const copied = new Map<string, CopiedFile>()
  const counts = { previews: 0, people: 0 }
  // The month is part of each name, because no part may have a file of another.
  const copy = (folder: keyof typeof counts, sha256: string, ending: string) => {
    const name = `${folder} ${sha256}`
    const known = copied.get(name)
    const path = known?.path ?? `${folder}/${month}-${++counts[folder]}.${ending}`
    if (!known) copied.set(name, { path, copyOf: sha256 })
    return `../${path}`
  }
  const file = (path: string) => `../${escapeHtml(path.split('/').map(encodeURIComponent).join('/'))}`
  return {
    copied,
    file,
    preview: ({ sha256 }) => copy('previews', sha256, 'webp'),
    picture: (path) => file(path),
    face({ picture }) {
      const name = picture && pictureName(picture)
      if (!picture || !name) return undefined
      const source = copy('people', picture.sha256, name.slice(name.lastIndexOf('.') + 1))
      return `<img class="face" loading="lazy" decoding="async" width="36" height="36" src="${source}" alt="">`
    },
  }
}

/** Stands for a file in base64. No text of a page contains NUL. */
const mark = '\0'
/** Larger photos without a preview are left out of a single page. */
const mostBytesOfPicture = 1024 * 1024
const types: Record<string, string> = { jpg: 'jpeg', png: 'png', gif: 'gif', webp: 'webp', avif: 'avif' }

/** A surface that holds everything in the page itself, as long as `room` is left. `leftOut` counts the photos and videos without a picture. */
export function createPageSurface(room: number): Surface & { leftOut(): number } {
  const faces = new Map<string, string>()
  let left = room
  let leftOut = 0
  const fits = (sizeBytes: number) => {
    const bytes = Math.ceil(sizeBytes / 3) * 4
    if (bytes > left) return false
    left -= bytes
    return true
  }
  const data = (type: string, sha256: string) => `data:image/${type};base64,${mark}${sha256}${mark}`
  return {
    file: () => undefined,
    leftOut: () => leftOut,
    preview({ sha256, sizeBytes = 0 }) {
      if (fits(sizeBytes)) return data('webp', sha256)
      leftOut++
      return undefined
    },
    picture(path, { sha256, sizeBytes }) {
      const type = types[path.slice(path.lastIndexOf('.') + 1)]
      if (!type) return undefined
      if (sizeBytes <= mostBytesOfPicture && fits(sizeBytes)) return data(type, sha256)
      leftOut++
      return undefined
    },
    // Once in the page, however often it is shown.
    face({ picture, pictureBytes = 0 }) {
      if (!picture || !pictureName(picture)) return undefined
      const known = faces.get(picture.sha256)
      if (!known && !fits(pictureBytes)) return undefined
      const id = known ?? `p${faces.size + 1}`
      faces.set(picture.sha256, id)
      const source = data(picture.contentType.slice('image/'.length), picture.sha256)
      const image = `<image id="${id}" width="36" height="36" preserveAspectRatio="xMidYMid slice" href="${source}"/>`
      return `<svg class="face" viewBox="0 0 36 36" aria-hidden="true">${known ? `<use href="#${id}"/>` : image}</svg>`
    },
  }
}

export type PagePart = { text: string } | { base64Of: string }

/** A text with marks, cut at them. */
export function cutAtMarks(text: string): PagePart[] {
  if (!text.includes(mark)) return [{ text }]
  return text.split(mark).map((part, index) => (index % 2 === 0 ? { text: part } : { base64Of: part }))
}
