import { cleanName, cleanText } from './plain-text.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Any text as text of a page or of an attribute, never as markup. */
export function escapeHtml(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** A name, which must not turn the writing around it. */
export function nameHtml(name: string): string {
  return `<bdi>${escapeHtml(cleanName(name))}</bdi>`
}
