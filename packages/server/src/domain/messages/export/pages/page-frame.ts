import { hash } from 'node:crypto'
import { fill } from '../../../fill-text.ts'
import { escapeHtml, nameHtml } from '../html-text.ts'
import { cleanName } from '../plain-text.ts'
import type { ExportChannel } from '../records.ts'
import type { ExportWords } from '../words/words.ts'
import type { PageLanguage } from './page-language.ts'
import { pageStyle } from './style.ts'

export type Frame = { channel: ExportChannel; words: ExportWords; language: PageLanguage }

/** Nothing is ever loaded from outside the folder, whatever a message contains. */
const folderPolicy =
  "default-src 'none'; script-src 'self'; img-src 'self'; media-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'"
const singlePolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', pageStyle, 'base64')}'; img-src data:; base-uri 'none'; form-action 'none'`

/** Up to where the content of a page begins. `up` is the way from the page to the folder; null for a page that is alone. */
export function pageStart(
  { channel, language }: Frame,
  page: { title: string; up: string | null; month?: string },
): string {
  const { title, up, month } = page
  const parts =
    up === null
      ? `<style>${pageStyle}</style>`
      : `<link rel="stylesheet" href="${up}style.css">\n<script defer src="${up}app.js" data-up="${up}" data-words="${scriptWords(language)}"></script>`
  return `<!doctype html>
<html lang="${language.tag}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${up === null ? singlePolicy : folderPolicy}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title === '' ? cleanName(channel.name) : `${cleanName(channel.name)}, ${title}`)}</title>
${parts}
</head>
<body${month === undefined ? '' : ` data-month="${month}"`}>
`
}

/** Named once on every page. */
export function zoneNote({ channel, words }: Frame): string {
  return `<p class="zone">${escapeHtml(fill(words.timesIn, { zone: channel.timezone }))}</p>`
}

/** Our icon. */
const icon =
  '<svg class="icon" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9"/><path d="M9 10.5h14a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-6l-4.5 4v-4H9a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3z"/></svg>'

/** The bar at the top of a month: the way back, the month, a search that the script shows, and the months around it. */
export function monthBar(frame: Frame, bar: { title: string; back: string; earlier: string }): string {
  const { allMonths, months, search } = frame.language.words
  const label = escapeHtml(search.label)
  return `<header class="bar"><a class="home" href="${bar.back}" title="${escapeHtml(allMonths)}">${icon}<span>${nameHtml(frame.channel.name)}</span></a><h1>${escapeHtml(bar.title)}</h1><div class="end"><form class="find" role="search" hidden><input type="search" aria-label="${label}" placeholder="${label}" autocomplete="off" spellcheck="false"></form><nav class="steps" aria-label="${escapeHtml(months)}">${bar.earlier}</nav></div></header>
`
}

export function plainBar(frame: Frame, title: string): string {
  return `<header class="bar"><span class="home">${icon}<span>${nameHtml(frame.channel.name)}</span></span><h1>${escapeHtml(title)}</h1></header>
`
}

export function indexHead({ channel }: Frame): string {
  return `<header class="front">${icon}<h1>${nameHtml(channel.name)}</h1></header>
`
}

/** What the script says, in the page's language. */
function scriptWords({ tag, words }: PageLanguage): string {
  const { search, earlierPage, laterPage } = words
  return escapeHtml(JSON.stringify({ ...search, earlierPage, laterPage, tag }))
}

export const pageEnd = '</body>\n</html>\n'
