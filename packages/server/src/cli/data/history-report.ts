import type { ImportPerson } from '@innkeeper/contract'
import { toChannelImport, toImportDetail } from '../../actions/imports/describe-import.ts'
import type { ImportRecord } from '../../ports/importing.ts'
import { formatCount, formatNumber, formatTable } from '../text-format.ts'

/** What an import would do; empty if there is no preview. */
export function formatPreview(record: ImportRecord): string {
  const { figures, preview, fileName } = toImportDetail(record, [])
  if (!figures || !preview) return ''
  const { format, lines, firstDay, lastDay, leftOut, unread } = figures
  const span = firstDay === null ? 'no messages' : `${firstDay} to ${lastDay}`
  const parts = [
    `${formatCount(figures.new, 'new message')}, ${formatNumber(figures.here)} already here`,
    ...leftOut.map(({ reason, messages }) => `${formatNumber(messages)} left out (${reason})`),
    ...(unread > 0 ? [`${formatCount(unread, 'unread line')}`] : []),
  ]
  const { zone } = preview
  const table = formatTable(
    ['NAME', 'MESSAGES', 'IS', 'WHY'],
    preview.people.map((person) => [person.name, formatNumber(person.messages), whoIs(person), whyOf(person)]),
  )
  return [
    `${fileName}: ${format}, ${formatCount(lines, 'line')}, ${span}.`,
    `${parts.join(', ')}.`,
    ...(zone ? [`Time zone: ${zone.timezone ?? 'found by comparing texts'}${zone.isSure ? '' : ' (not sure)'}.`] : []),
    ...preview.questions.map((question) => `Not decided by the file: ${question.ask}.`),
    '',
    table,
    '',
  ].join('\n')
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

const whoIs = ({ is, memberId }: ImportPerson) => (is === 'member' ? (memberId ?? '–') : is)

const whyOf = ({ isChosen, isSure, why }: ImportPerson) => (isChosen ? 'chosen' : isSure ? why : `${why}, not sure`)
