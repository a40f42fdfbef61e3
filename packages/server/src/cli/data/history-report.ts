import type { ImportPerson, ImportPreview } from '@innkeeper/contract'
import { toChannelImport, toImportDetail } from '../../actions/imports/describe-import.ts'
import type { ImportRecord, UndoneCounts } from '../../ports/importing.ts'
import { formatCount, formatNumber, formatTable } from '../text-format.ts'

/** What an import would do; empty if there is no preview. `closes`: gaps in the ledger that the file covers. */
export function formatPreview(record: ImportRecord, closes: ImportPreview['closes']): string {
  const { figures, preview, fileName } = toImportDetail(record, closes)
  if (!figures || !preview) return ''
  const { format, lines, firstDay, lastDay, leftOut, unread } = figures
  const span = firstDay === null ? 'no messages' : `${firstDay} to ${lastDay}`
  const parts = [
    `${formatCount(figures.new, 'new message')}, ${formatNumber(figures.here)} already here`,
    ...(figures.similar > 0 ? [`${formatNumber(figures.similar)} of the new ones similar to one here`] : []),
    ...leftOut.map(({ reason, messages }) => `${formatNumber(messages)} left out (${reason})`),
    ...(unread > 0 ? [formatCount(unread, 'unread place')] : []),
  ]
  const { zone, people, questions, samples } = preview
  const table = formatTable(
    ['NAME', 'MESSAGES', 'IS', 'WHY'],
    people.map((person) => [nameOf(person), formatNumber(person.messages), whoIs(person), whyOf(person)]),
  )
  return [
    `${fileName}: ${format}, ${formatCount(lines, 'line')}, ${span}.`,
    `${parts.join(', ')}.`,
    ...(zone ? [formatZone(zone)] : []),
    ...questions.flatMap(formatQuestion),
    '',
    table,
    ...formatSamples('New', samples.new),
    ...formatSamples('New, similar to one here', samples.similar),
    ...formatSamples('Already here', samples.here),
    ...formatSamples('Left out', samples.leftOut),
    ...formatUnread(preview, unread),
    ...formatCloses(closes),
    '',
  ].join('\n')
}

/** What undoing an import does. */
export function formatUndone(importNo: number, { removed, kept }: UndoneCounts): string {
  const stays = kept === 0 ? '' : ` Staying because other imports contain them, too: ${formatCount(kept, 'message')}.`
  return `Undoing import ${importNo} removes ${formatCount(removed, 'message')}.${stays}`
}

export function formatImports(records: readonly ImportRecord[]): string {
  if (records.length === 0) return 'This channel has no imports.'
  const rows = records
    .map(toChannelImport)
    .map(({ number, state, createdAt, figures, fileName }) => [
      String(number),
      state,
      createdAt,
      figures ? formatNumber(figures.new) : '–',
      fileName,
    ])
  return formatTable(['NUMBER', 'STATE', 'UPLOADED', 'NEW', 'FILE'], rows)
}

const nameOf = ({ name, sourceId }: ImportPerson) => (sourceId === null ? name : `${name} (${sourceId})`)

const whoIs = ({ is, memberId }: ImportPerson) => (is === 'member' ? (memberId ?? '–') : is)

function whyOf({ isChosen, isSure, mayBeGone, why }: ImportPerson): string {
  if (isChosen) return 'chosen'
  if (mayBeGone) return 'may be erased or private'
  return isSure ? why : `${why}, not sure`
}

function formatZone({ timezone, offsets, isSure }: NonNullable<ImportPreview['zone']>): string {
  const found = offsets.map(({ from, minutes }) => `${formatOffset(minutes)} from ${from.replace('T', ' ')}`).join(', ')
  return `Time zone: ${timezone ?? found}${isSure ? '' : ' (not sure)'}.`
}

function formatOffset(minutes: number): string {
  const size = Math.abs(minutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

function formatQuestion(question: ImportPreview['questions'][number]): string[] {
  switch (question.ask) {
    case 'date-order':
      return [`Is ${question.example} written day-month or month-day? Add --date-order.`]
    case 'name':
      return [
        `${formatCount(question.lines, 'line')} from line ${question.line} on: which part of “${question.beginning}” is the name? ` +
          'Add --person or --outsider with it.',
      ]
    case 'chat':
      return [
        'The file has several chats. Add --chat with one of these IDs:',
        ...question.chats.map(({ id, name, messages }) => `  ${id}  ${name}, ${formatCount(messages, 'message')}`),
      ]
    case 'people': {
      const why = { erased: 'was erased here', private: 'turned off saving' }
      const because = question.because.map((one) => why[one as keyof typeof why] ?? one).join(' or ')
      return [
        `${formatNumber(question.people)} of the people below may be someone who ${because}, and so are left out. ` +
          'Say who they are with --person or --outsider.',
      ]
    }
  }
}

function formatSamples(title: string, samples: ImportPreview['samples']['new']): string[] {
  if (samples.length === 0) return []
  return [
    '',
    `${title}:`,
    ...samples.map(({ line, at, name, text, similarTo }) => {
      const saved = similarTo === null ? '' : ` (here: ${oneLine(similarTo)})`
      return `  line ${line}, ${at}, ${name}: ${oneLine(text)}${saved}`
    }),
  ]
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ')

function formatUnread({ unreadLines }: ImportPreview, all: number): string[] {
  if (all === 0) return []
  const places = unreadLines.map(({ line, lines, reason }) => {
    return `${lines > 1 ? `${line}–${line + lines - 1}` : line} (${reason})`
  })
  const more = all - unreadLines.length
  const rest = more > 0 ? ` and ${formatCount(more, 'more place')}` : ''
  return ['', `Unread lines: ${places.join(', ')}${rest}. For a list of all, add --unread <path>.`]
}

function formatCloses(closes: ImportPreview['closes']): string[] {
  if (closes.length === 0) return []
  return ['', 'Gaps that it covers:', ...closes.map(({ reason, from, to }) => `  ${reason}, ${from} to ${to}`)]
}
