import { el } from './dom.js'

/** One photo, as large as fits; any click or Escape closes it. */
export function openLightbox(url) {
  const image = el('img', { src: url, alt: 'Photo' })
  const button = el('button', { type: 'button', 'aria-label': 'Close photo', onclick: () => dialog.close() }, image)
  const dialog = el('dialog', { class: 'lightbox', 'aria-label': 'Photo', onclose: () => dialog.remove() }, button)
  document.body.append(dialog)
  dialog.showModal()
}
