import { el, redraw } from './dom.js'
import { iconButton } from './icons.js'

/** A dialog with a title. `fill` returns its content; `refresh` calls it again if the result of `looks` has changed. */
export function openSheet(title, fill, looks = () => '') {
  const body = el('div', { class: 'sheet-body' })
  const close = () => dialog.close()
  const head = el('div', { class: 'sheet-head' }, el('h2', {}, title), iconButton('close', 'Close', close))
  const dialog = el('dialog', { class: 'sheet', 'aria-label': title }, head, body)
  const refresh = () => redraw(body, looks(), () => fill({ close }))
  dialog.addEventListener('close', () => dialog.remove())
  // A click outside the sheet closes it.
  dialog.addEventListener('click', (event) => event.target === dialog && close())
  refresh()
  document.body.append(dialog)
  dialog.showModal()
  return { close, refresh, isOpen: () => dialog.open }
}

export function field(label, props) {
  const input = el('input', { type: 'text', autocomplete: 'off', ...props })
  return { input, node: el('label', { class: 'field' }, label, input) }
}

export function button(label, onclick, kind = '') {
  return el('button', { type: 'button', class: `button ${kind}`, onclick }, label)
}
