import { findLinks } from '@innkeeper/contract/links'
import { escapeHtml } from '../html-text.ts'

type Mention = { index: number; length: number }

/** A text with its links and mentions. Joined, the pieces are the text; `mentions` come from the platform and may be invalid. */
export function richText(text: string, mentions: readonly Mention[] = []): string {
  let html = ''
  let at = 0
  for (const { index, length } of mentions.toSorted((one, other) => one.index - other.index)) {
    if (index < at || length < 1 || index + length > text.length) continue
    html += `${withLinks(text.slice(at, index))}<b>${escapeHtml(text.slice(index, index + length))}</b>`
    at = index + length
  }
  return html + withLinks(text.slice(at))
}

/** Only web addresses: everything else stays text, so that no message can choose what a click does. */
function withLinks(text: string): string {
  let html = ''
  let at = 0
  for (const { start, text: written, href, realHost } of findLinks(text)) {
    if (!/^https?:/.test(href)) continue
    html += `${escapeHtml(text.slice(at, start))}${webLink(href, escapeHtml(written))}`
    if (realHost !== undefined) html += ` (${escapeHtml(realHost)})`
    at = start + written.length
  }
  return html + escapeHtml(text.slice(at))
}

/** `href` is an http or https address; `html` is escaped. */
export function webLink(href: string, html: string): string {
  return `<a href="${escapeHtml(href)}" rel="noopener noreferrer" target="_blank">${html}</a>`
}
