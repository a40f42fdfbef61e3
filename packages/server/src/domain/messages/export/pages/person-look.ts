import { escapeHtml } from '../html-text.ts'
import { cleanName } from '../plain-text.ts'

/** As many as the style has. */
const colours = 12

/** The class of a person's colour, which is the one that they have in the console. */
export function colourClass(personId: string): string {
  return `c${hash(personId) % colours}`
}

/** Instead of a picture. */
export function initial(name: string): string {
  const [first = '?'] = cleanName(name)
  return escapeHtml(first.toUpperCase())
}

/** FNV-1a with its upper bits mixed into the lower ones, since only those decide. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
