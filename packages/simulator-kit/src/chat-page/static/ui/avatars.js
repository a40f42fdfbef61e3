import { el, hash } from './dom.js'
import { icon } from './icons.js'

/** A picture, or the initials on a colour that is always the same for the person. */
export function avatar({ id, name, pictureUrl, shape = 'person' }) {
  const kind = shape === 'group' ? 'avatar avatar-group' : 'avatar'
  const node = el('span', { class: kind, 'aria-hidden': 'true' })
  node.style.setProperty('--avatar-hue', String(hash(id) % 360))
  if (pictureUrl) node.append(el('img', { src: pictureUrl, alt: '', loading: 'lazy' }))
  else node.append(initials(name))
  return node
}

export function botAvatar() {
  return el('span', { class: 'avatar avatar-bot', 'aria-hidden': 'true' }, icon('bot'))
}

/** Two letters if the name has a space, otherwise the first character. */
function initials(name) {
  const words = name.trim().split(/\s+/)
  const first = (word) => [...(word ?? '')][0] ?? ''
  const isSpaced = /^\p{Script=Latin}|^\p{Script=Cyrillic}|^\p{Script=Greek}/u.test(name.trim())
  const letters = isSpaced && words.length > 1 ? first(words[0]) + first(words.at(-1)) : first(words[0])
  return letters.toUpperCase() || '?'
}
