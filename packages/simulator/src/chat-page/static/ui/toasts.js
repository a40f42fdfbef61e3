import { el } from './dom.js'

const shownMs = 6_000

/** Says something that needs no answer, for a few seconds. */
export function toast(sentence) {
  const node = el('div', { class: 'toast' }, sentence)
  document.getElementById('toasts').append(node)
  setTimeout(() => node.remove(), shownMs)
}

/** Says something only to those who listen to the page. */
export function announce(sentence) {
  document.getElementById('announcer').textContent = sentence
}
