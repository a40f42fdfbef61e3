import { el } from './dom.js'

const shownMs = 6_000

/** Shows a message for a few seconds. */
export function toast(sentence) {
  const node = el('div', { class: 'toast' }, sentence)
  document.getElementById('toasts').append(node)
  setTimeout(() => node.remove(), shownMs)
}

/** Announces something to screen readers only. */
export function announce(sentence) {
  document.getElementById('announcer').textContent = sentence
}
