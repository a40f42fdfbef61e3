import { sizeOf } from '../data/words.js'
import { el, hash, svg } from '../ui/dom.js'
import { icon } from '../ui/icons.js'
import { drawSticker, stickerName } from './stickers.js'

/** Draws the content of a message. `frame` is the kind of bubble: `bare`, `filled` or the default. */
export function drawContent(entries) {
  if (entries.length > 1) return { frame: 'filled', nodes: [drawAlbum(entries)] }
  const { content } = entries[0]
  const drawn = (drawings[content.type] ?? drawings.other)(content)
  if (content.caption === undefined) return drawn
  return { ...drawn, nodes: [...drawn.nodes, drawCaption(content.caption)] }
}

function drawCaption(text) {
  return el('p', { class: 'said-text said-caption', dir: 'auto' }, ...linkify(text))
}

const drawings = {
  text: ({ text }) => ({ frame: 'usual', nodes: [el('p', { class: 'said-text', dir: 'auto' }, ...linkify(text))] }),
  image: (content) => ({ frame: 'filled', nodes: [content.url ? drawPhoto(content) : elsewhere('Photo')] }),
  video: ({ url }) => ({
    frame: 'filled',
    nodes: [
      url ? el('video', { class: 'said-video', src: url, controls: true, preload: 'metadata' }) : elsewhere('Video'),
    ],
  }),
  audio: ({ url }) => ({
    frame: 'usual',
    nodes: [url ? el('audio', { class: 'said-audio', src: url, controls: true, preload: 'none' }) : elsewhere('Audio')],
  }),
  file: ({ url, fileName, fileSize }) => ({
    frame: 'usual',
    nodes: [
      el(
        url ? 'a' : 'span',
        { class: 'file', ...(url ? { href: url, download: fileName } : {}) },
        icon('file'),
        el('b', {}, fileName),
        el('small', {}, sizeOf(fileSize)),
      ),
    ],
  }),
  location: (content) => ({ frame: 'filled', nodes: [drawPlace(content)] }),
  sticker: (content) => {
    const drawn = drawSticker(content)
    drawn.setAttribute('aria-label', `Sticker: ${stickerName(content)}`)
    return { frame: 'bare', nodes: [drawn] }
  },
  links: ({ text, links }) => ({
    frame: 'usual',
    nodes: [
      el('p', { class: 'said-text', dir: 'auto' }, text),
      ...links.map(({ label, url }) => el('a', { class: 'link-button', ...linkTo(url) }, label)),
    ],
  }),
  other: ({ name, text }) => ({
    frame: 'usual',
    nodes: [
      el('p', { class: 'said-text other' }, el('small', {}, `${name} message`), el('span', {}, ...linkify(text))),
    ],
  }),
}

/** URLs become links. Everything else stays text, including a full stop after a URL. */
function linkify(text) {
  return text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/).map((part, index) => {
    if (index % 2 === 0 || !URL.canParse(part)) return part
    return el('a', linkTo(part), part)
  })
}

function linkTo(url) {
  return { href: url, target: '_blank', rel: 'noopener noreferrer' }
}

function drawPhoto({ url }) {
  const image = el('img', { src: url, alt: 'Photo', loading: 'lazy', decoding: 'async' })
  return el(
    'button',
    { type: 'button', class: 'photo', 'aria-label': 'Enlarge photo', onclick: () => openLightbox(url) },
    image,
  )
}

function drawAlbum(entries) {
  const sorted = entries.toSorted((one, other) => one.content.imageSet.index - other.content.imageSet.index)
  const kind = sorted.length > 4 ? 'album has-many' : 'album'
  const photos = sorted.map(({ content }) => (content.url ? drawPhoto(content) : elsewhere('Photo')))
  return el('div', { class: kind, role: 'group', 'aria-label': `${sorted.length} photos` }, ...photos)
}

/** A placeholder for files on other hosts, because the page fetches nothing from them. */
function elsewhere(what) {
  return el('p', { class: 'said-text' }, `${what}, stored on another server`)
}

/** A decorative map: random streets that are always the same for the same location. */
function drawPlace({ latitude, longitude, title, address }) {
  const turn = hash(`${latitude}/${longitude}`)
  const street = (index) => {
    const [from, to] = [(turn >> index) % 240, (turn >> (index + 3)) % 240]
    return svg('path', { d: `M${from + 10} 0L${to + 10} 110`, stroke: '#fff', 'stroke-width': 5 + (index % 3) * 2 })
  }
  const across = (index) => {
    const y = 14 + ((turn >> (index * 2)) % 84)
    return svg('path', { d: `M0 ${y}L260 ${y + ((turn >> index) % 30) - 15}`, stroke: '#fff', 'stroke-width': 6 })
  }
  const map = svg(
    'svg',
    { viewBox: '0 0 260 110', 'aria-hidden': 'true' },
    svg('rect', { width: 260, height: 110, fill: '#dfe9df' }),
    svg('ellipse', { cx: 40 + (turn % 180), cy: 20 + (turn % 60), rx: 46, ry: 24, fill: '#c3dfc6' }),
    svg('ellipse', { cx: 220 - (turn % 150), cy: 100, rx: 60, ry: 18, fill: '#bcd9ea' }),
    ...[1, 4, 7].map(street),
    ...[2, 5].map(across),
    svg('path', { d: 'M130 74c12-14 18-22 18-31a18 18 0 0 0-36 0c0 9 6 17 18 31z', fill: '#d6483f' }),
    svg('circle', { cx: 130, cy: 42, r: 7, fill: '#fff' }),
  )
  const where = address || `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`
  return el('div', { class: 'place' }, map, el('p', {}, el('b', {}, title || 'Location'), el('small', {}, where)))
}

/** Shows one photo as large as it fits. A click or Escape closes it. */
function openLightbox(url) {
  const image = el('img', { src: url, alt: 'Photo' })
  const button = el('button', { type: 'button', 'aria-label': 'Close photo', onclick: () => dialog.close() }, image)
  const dialog = el('dialog', { class: 'lightbox', 'aria-label': 'Photo', onclose: () => dialog.remove() }, button)
  document.body.append(dialog)
  dialog.showModal()
}
