import { drawSticker, listStickers } from '../conversation/stickers.js'
import { el } from '../ui/dom.js'
import { icon, iconButton } from '../ui/icons.js'
import { openLocation } from './location-sheet.js'

/** Pictures, files and places. */
export function createAttachMenu({ upload, say }) {
  const pick = (accept, options) => {
    const input = el('input', { type: 'file', multiple: true, accept })
    input.addEventListener('change', () => void upload([...input.files], options))
    input.click()
  }
  const items = [
    ['image', 'Photos and videos', () => pick('image/*,video/*,audio/*')],
    ['file', 'File', () => pick(undefined, { asFile: true })],
    ['place', 'Location', () => openLocation(say)],
  ]
  const buttons = items.map(([name, label, act]) => {
    const onclick = () => {
      pop.close()
      act()
    }
    return el('button', { type: 'button', class: 'menu-item', onclick }, icon(name), label)
  })
  const pop = createPop('pop-attach', 'Attach', 'plus', buttons)
  return pop
}

export function createStickerMenu({ say }) {
  const buttons = listStickers().map((sticker) => {
    const onclick = () => {
      pop.close()
      void say({ type: 'sticker', ...sticker })
    }
    return el('button', { type: 'button', 'aria-label': `Sticker: ${sticker.keyword}`, onclick }, drawSticker(sticker))
  })
  const pop = createPop('pop-stickers', 'Stickers', 'smile', buttons)
  return pop
}

/** A button and its menu. Escape, a choice or a click elsewhere closes it. */
function createPop(kind, label, iconName, children) {
  const menu = el('div', { class: `pop ${kind}`, role: 'group', 'aria-label': label, hidden: true }, ...children)
  const set = (isOpen) => {
    menu.hidden = !isOpen
    button.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) menu.querySelector('button')?.focus()
  }
  const button = iconButton(iconName, label, () => set(menu.hidden), { 'aria-expanded': 'false' })
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    set(false)
    button.focus()
  })
  document.addEventListener('pointerdown', (event) => {
    if (!menu.hidden && !menu.contains(event.target) && !button.contains(event.target)) set(false)
  })
  return { button, menu, close: () => set(false) }
}
