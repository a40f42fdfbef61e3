import { el } from '../ui/dom.js'
import { iconButton } from '../ui/icons.js'

/** The text field and its button. `acts` are called for keys and the clipboard. */
export function createComposerInput({ submit, cancel, editLast, upload }) {
  const field = el('textarea', { rows: 1, maxlength: 10_000, 'aria-label': 'Message', enterkeyhint: 'send' })
  const send = iconButton('send', 'Send', submit, { class: 'send', disabled: true })
  const setText = (text) => {
    field.value = text
    send.disabled = text.trim() === ''
    // For browsers in which CSS can't make it grow.
    if (!CSS.supports('field-sizing', 'content')) field.rows = Math.min(6, text.split('\n').length)
  }
  field.addEventListener('input', () => setText(field.value))
  field.addEventListener('keydown', (event) => {
    // While an input method is composing, Enter accepts a word.
    if (event.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape') cancel()
    else if (event.key === 'ArrowUp' && field.value === '' && editLast()) event.preventDefault()
  })
  field.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    upload(files)
  })
  return { field, send, setText }
}
