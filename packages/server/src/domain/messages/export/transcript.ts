import { hash } from 'node:crypto'
import {
  captionOf,
  describeContent,
  describeHappening,
  describeReply,
  findFilePath,
  listRemarks,
} from './describe-record.ts'
import { exportWords } from './export-words.ts'
import { createPieceBuffer, type ExportFormat } from './format.ts'
import { escapeHtml, nameHtml } from './html-text.ts'
import { createLocalClock, type LocalTime } from './local-clock.ts'
import { createDayNotes, detailsOf, spanOf } from './outages.ts'
import { pageLanguage } from './pages/page-language.ts'
import type { ExportCounts, ExportHead, ExportRecord, MessageEntry } from './records.ts'
import type { ExportWords } from './words/words.ts'

/**
 * Gray on A4, with a margin for binding. Without scripts, and nothing is loaded. The counts are known when everything else is written,
 * so they come last in the file, and are moved to the cover.
 */
const style = `@page{size:A4;margin:18mm 15mm 18mm 28mm}
body{font:11pt/1.4 system-ui,sans-serif;color:#000;background:#fff;max-width:60rem;margin:0 auto;padding:1rem;display:flex;flex-direction:column}
main{display:contents}.cover{order:-2}.counts{order:-1;break-after:page}
h1{font-size:16pt}h2{font-size:12pt;border-bottom:1px solid #000;break-after:avoid}
table{width:100%;border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:2pt 6pt 2pt 0}
tr{break-inside:avoid}thead{display:table-header-group}th{border-bottom:1px solid #555}
td{white-space:pre-wrap;overflow-wrap:anywhere}td:nth-child(-n+2){white-space:nowrap;color:#333;font-variant-numeric:tabular-nums}
dt{font-weight:bold}.note{color:#444;font-style:italic}.sum{font:8pt/1.3 ui-monospace,monospace;overflow-wrap:anywhere}`
const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'`

type Scene = {
  head: ExportHead
  words: ExportWords
  localTime: (ms: number) => LocalTime
  notesOf: (date: string) => string[]
}
/** A file that a line refers to. */
type Exhibit = { line: number; path: string | undefined; sha256: string; sizeBytes: number }

/** A page to print: every line has a number, and every file its checksum. */
export const transcript: ExportFormat = {
  open(head) {
    const words = exportWords(head.channel.language)
    const localTime = createLocalClock(head.channel.timezone)
    const scene: Scene = { head, words, localTime, notesOf: createDayNotes(head.outages, words, localTime) }
    const buffer = createPieceBuffer(`transcript/${head.part.month}.html`)
    const exhibits: Exhibit[] = []
    let line = 0
    let day = ''
    buffer.add(opening(scene))
    return {
      write(record) {
        if (record.kind === 'person') return []
        const { date, time, seconds, offset } = scene.localTime(record.time)
        const heading = date === day ? '' : `${day === '' ? '' : closingOfDay}${openingOfDay(date, offset, scene)}`
        day = date
        const rows = rowsOf(record, scene).map(({ who, what }) => {
          line++
          return `<tr id="l${line}"><td>${line}</td><td>${time}:${seconds}</td><td>${who}</td><td>${what}</td></tr>\n`
        })
        const exhibit = record.kind === 'message' ? exhibitOf(record, line) : undefined
        if (exhibit) exhibits.push(exhibit)
        return buffer.add(heading + rows.join(''))
      },
      close({ counts }) {
        const end = `${day === '' ? `<p>${escapeHtml(words.noMessages)}</p>\n` : closingOfDay}${closing(counts, exhibits, words)}`
        return [...buffer.add(end), ...buffer.flush()]
      },
    }
  },
}

function opening(scene: Scene): string {
  const { head, words, localTime } = scene
  const { channel, part, lastAt } = head
  const { title, period, zone } = words.transcript
  const day = (ms: number) => localTime(ms).date
  const heading = `${title}: ${channel.name}`
  return `<!doctype html>
<html lang="${escapeHtml(channel.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(heading)}, ${part.month}</title>
<style>${style}</style>
</head>
<body>
<header class="cover">
<h1>${escapeHtml(title)}: ${nameHtml(channel.name)}</h1>
<dl>
<dt>${escapeHtml(period)}</dt><dd>${day(part.start)} – ${day(Math.max(part.start, lastAt ?? part.start))}</dd>
<dt>${escapeHtml(zone)}</dt><dd>${escapeHtml(channel.timezone)}</dd>
</dl>
${missing(scene)}</header>
<main>
`
}

/** Times in which messages may be missing, for the cover. */
function missing({ head: { channel, outages }, words, localTime }: Scene): string {
  if (outages.length === 0) return ''
  const moment = (ms: number) => {
    const { date, time } = localTime(ms)
    return `${date} ${time}`
  }
  const lines = outages.map((one) => [spanOf(one, words, moment), ...detailsOf(one, words)].join(' · '))
  const { title } = pageLanguage(channel.language).words.missing
  return `<h2>${escapeHtml(title)}</h2>\n<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>\n`
}

/** Notes about the day have no number, so that what is said has the same numbers whatever is known to be missing. */
function openingOfDay(date: string, offset: string, { words: { transcript }, notesOf }: Scene): string {
  const cells = [transcript.line, `${transcript.time} (${offset})`, transcript.who, transcript.what]
  const notes = notesOf(date).map((text) => `<tr><td></td><td></td><td></td><td>${note(text)}</td></tr>\n`)
  return `<h2>${date}</h2>
<table>
<thead><tr>${cells.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join('')}</tr></thead>
<tbody>
${notes.join('')}`
}
const closingOfDay = '</tbody>\n</table>\n'

function rowsOf(
  record: Exclude<ExportRecord, { kind: 'person' }>,
  { words, localTime }: Scene,
): { who: string; what: string }[] {
  switch (record.kind) {
    case 'message':
      return [{ who: nameHtml(record.message.sender.name), what: bodyOf(record, words) }]
    case 'answer':
      return record.texts.map((text) => ({ who: escapeHtml(words.bot), what: escapeHtml(text) }))
    case 'gap':
      return [{ who: '', what: note(words.unsent) }]
    case 'happening':
      return describeHappening(record, words, localTime).map((text) => ({ who: '', what: note(text) }))
  }
}

const note = (text: string) => `<span class="note">${escapeHtml(text)}</span>`

function bodyOf(record: MessageEntry, words: ExportWords): string {
  const { transcript } = words
  const reply = describeReply(record, words)
  const path = findFilePath(record)
  const caption = captionOf(record.message)
  const parts = [
    reply === undefined ? '' : `${note(`${reply}:`)}\n`,
    escapeHtml(describeContent(record.message, words)),
    path === undefined ? '' : `\n<span class="sum">${escapeHtml(path)}</span>`,
    caption === undefined ? '' : `\n${escapeHtml(caption)}`,
    ...listRemarks(record, words).map((remark) => ` ${note(`(${remark})`)}`),
    ...record.versions.map(({ content }) => `\n${note(`${transcript.earlier}:`)} ${escapeHtml(content)}`),
  ]
  return parts.join('')
}

function exhibitOf(record: MessageEntry, line: number): Exhibit | undefined {
  const { media } = record
  if (media?.state !== 'stored') return undefined
  return { line, path: findFilePath(record), sha256: media.sha256, sizeBytes: media.sizeBytes }
}

function closing(counts: ExportCounts, exhibits: readonly Exhibit[], { transcript }: ExportWords): string {
  const rows = exhibits.map(
    ({ line, path, sha256, sizeBytes }) =>
      `<tr><td>${line}</td><td>${sizeBytes}</td><td>${escapeHtml(path ?? transcript.notIncluded)}</td>` +
      `<td class="sum">${sha256}</td></tr>\n`,
  )
  const list = `<h2>${escapeHtml(transcript.fileList)}</h2>\n<table>\n<tbody>\n${rows.join('')}</tbody>\n</table>\n`
  return `${rows.length > 0 ? list : ''}<dl class="counts">
<dt>${escapeHtml(transcript.messages)}</dt><dd>${counts.messages}</dd>
<dt>${escapeHtml(transcript.files)}</dt><dd>${exhibits.length}</dd>
</dl>
</main>
</body>
</html>
`
}
