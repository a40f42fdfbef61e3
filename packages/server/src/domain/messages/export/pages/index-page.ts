import { fill } from '../../../fill-text.ts'
import { toTimestamp } from '../../../timestamp.ts'
import { exportWords, textOfSpan } from '../export-words.ts'
import type { Piece, WholeHead, WholePart } from '../format.ts'
import { escapeHtml } from '../html-text.ts'
import { createLocalClock } from '../local-clock.ts'
import type { MissingSpan } from '../manifest.ts'
import { detailsOf, spanOf } from '../outages.ts'
import { cleanName } from '../plain-text.ts'
import { startPages } from './browser/app.js'
import { type Frame, indexHead, pageEnd, pageStart } from './page-frame.ts'
import { pageLanguage } from './page-language.ts'
import { searchPath } from './search-file.ts'
import { pageStyle } from './style.ts'

/** The files that belong to no month: the first page, its style and script, and a list of all months. */
export function* describeFolder(head: WholeHead, parts: readonly WholePart[]): Iterable<Piece> {
  const { channel } = head
  const frame: Frame = { channel, words: exportWords(channel.language), language: pageLanguage(channel.language) }
  yield { path: 'index.html', text: indexPage(frame, head, parts) }
  yield { path: 'style.css', text: pageStyle }
  yield { path: 'app.js', text: `'use strict'\n${startPages}\nstartPages()\n` }
  yield { path: 'search/months.js', text: `listMonths(${JSON.stringify(parts.map(({ month }) => month))})\n` }
  yield { path: 'READ ME FIRST.txt', text: readMe(frame) }
}

function indexPage(frame: Frame, { filter }: WholeHead, parts: readonly WholePart[]): string {
  const { words, language } = frame
  const { search, howTo } = language.words
  const lines = [...howTo.lines, fill(words.timesIn, { zone: frame.channel.timezone })]
  return `${pageStart(frame, { title: '', up: '' })}${indexHead(frame)}<main class="front">
<form id="search" role="search" hidden><label for="query">${escapeHtml(search.label)}</label><input id="query" type="search" autocomplete="off" spellcheck="false"></form>
<p id="needs-script" class="note">${escapeHtml(search.needsScript)}</p>
<p id="status" role="status"></p><ol id="results"></ol><button id="more" type="button" hidden>${escapeHtml(search.more)}</button>
<div id="overview">
${figures(frame, parts)}${limits(frame, filter)}${months(frame, parts)}${missing(frame, parts)}<section><h2>${escapeHtml(howTo.title)}</h2>
<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul></section>
</div>
</main>
${pageEnd}`
}

const sumOf = (parts: readonly WholePart[], count: (part: WholePart) => number) =>
  parts.reduce((sum, part) => sum + count(part), 0)

function figures({ words, language }: Frame, parts: readonly WholePart[]): string {
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return `<p>${escapeHtml(words.noMessages)}</p>\n`
  const { period, messages, files } = words.transcript
  const [from, to] = [language.month(first.month), language.month(last.month)]
  const rows = [
    [period, from === to ? from : `${from} – ${to}`],
    [messages, language.count(sumOf(parts, ({ counts }) => counts.messages))],
    [files, language.count(sumOf(parts, ({ counts }) => counts.files))],
  ] as const
  const cells = rows.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`)
  return `<dl class="figures">${cells.join('')}</dl>\n`
}

/** What the reader chose to leave out. */
function limits({ words, language }: Frame, { from, to, sender, own, type, media }: WholeHead['filter']): string {
  const { limits: texts } = language.words
  const lines: string[] = []
  if (from !== null || to !== null) lines.push(fill(texts.days, { from: from ?? '…', to: to ?? '…' }))
  if (sender !== null) lines.push(texts.sender)
  if (own) lines.push(texts.own)
  if (type !== null)
    lines.push(fill(texts.type, { type: type === 'text' ? words.transcript.messages : words.types[type] }))
  if (!media) lines.push(texts.noFiles)
  if (lines.length === 0) return ''
  return `<section><h2>${escapeHtml(texts.title)}</h2>\n<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul></section>\n`
}

function months({ words, language }: Frame, parts: readonly WholePart[]): string {
  const most = Math.max(1, ...parts.map(({ counts }) => counts.messages))
  const years = [...Map.groupBy(parts, ({ month }) => month.slice(0, -3))]
  const row = ({ month, counts, missing: spans }: WholePart) => {
    const width = Math.max(1, Math.round((100 * counts.messages) / most))
    const files = counts.files === 0 ? '' : ` · ${escapeHtml(words.transcript.files)}: ${language.count(counts.files)}`
    const gaps =
      spans.length === 0 ? '' : ` · <span class="missing">${escapeHtml(language.words.missing.ofMonth)}</span>`
    return `<li id="${month}"><a href="pages/${month}.html" data-month="${month}" data-search="${searchPath(month)}">${escapeHtml(language.month(month))}</a><small>${escapeHtml(words.transcript.messages)}: ${language.count(counts.messages)}${files}${gaps}</small><svg class="amount" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="1"/></svg></li>\n`
  }
  const lists = years.map(([, rows]) => `<ol class="months">\n${rows.map(row).join('')}</ol>\n`)
  return `<section><h2>${escapeHtml(language.words.months)}</h2>\n${lists.join('')}</section>\n`
}

function missing({ channel, words, language }: Frame, parts: readonly WholePart[]): string {
  const texts = language.words.missing
  const localTime = createLocalClock(channel.timezone)
  const moment = (ms: number) =>
    `<time datetime="${toTimestamp(ms)}">${escapeHtml(language.moment(localTime(ms)))}</time>`
  const line = (month: string, at: number, text: string, why: readonly string[]) => {
    const reasons = why.length === 0 ? '' : `${escapeHtml(why.join(' · '))} `
    return `<li>${text}<br>${reasons}<a href="pages/${month}.html#d${localTime(at).date}">${escapeHtml(language.month(month))}</a></li>`
  }
  const span = (month: string, one: MissingSpan) => {
    if ('reason' in one) {
      const escaped = { ...words, mayMiss: escapeHtml(words.mayMiss) }
      escaped.outage = { ...words.outage, since: escapeHtml(words.outage.since) }
      return line(month, one.since, spanOf(one, escaped, moment), detailsOf(one, words))
    }
    const { since, until, endedBy } = one
    const text = fill(escapeHtml(textOfSpan(words, endedBy)), { from: moment(since), to: moment(until) })
    const why = endedBy === undefined ? undefined : texts.why[endedBy]
    return line(month, until, text, why === undefined ? [] : [why])
  }
  const lines = parts.flatMap(({ month, missing: spans }) => spans.map((one) => span(month, one)))
  const gone = sumOf(parts, (part) => part.gone ?? 0)
  const leftOut = sumOf(parts, (part) => part.leftOut)
  const filesLeftOut = sumOf(parts, (part) => part.filesLeftOut)
  if (leftOut > 0) lines.push(`<li>${escapeHtml(fill(texts.messages, { count: language.count(leftOut) }))}</li>`)
  if (gone > 0) lines.push(`<li>${escapeHtml(fill(texts.gone, { count: language.count(gone) }))}</li>`)
  if (filesLeftOut > 0) lines.push(`<li>${escapeHtml(fill(texts.files, { count: language.count(filesLeftOut) }))}</li>`)
  const content = lines.length === 0 ? `<p>${escapeHtml(texts.nothing)}</p>` : `<ul>${lines.join('')}</ul>`
  return `<section><h2>${escapeHtml(texts.title)}</h2>\n${content}</section>\n`
}

/** With the byte order mark and line breaks that simple editors need. */
function readMe({ channel, language }: Frame): string {
  const lines = language.words.readMe.map((line) => fill(line, { name: cleanName(channel.name) }))
  return `\ufeff${lines.join('\r\n\r\n')}\r\n`
}
