import type { AssistantFile, QaMode, RuleDraft, TableProblem } from '@innkeeper/contract'
import { findClosestName } from '@innkeeper/contract/closest-name'
import { splitKeywords, splitLines } from '@innkeeper/contract/keyword-list'
import { validateRuleDraft } from '@innkeeper/contract/validate'
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { findBrokenText } from '../../broken-text.ts'
import { guardCell, unguardCell } from '../../spreadsheet-cell.ts'
import { standardRule } from '../answering/assistant.ts'
import { mostRules } from '../matching/rule-patterns.ts'
import type { KeptRule } from './assistant-state.ts'
import { describeCellProblem } from './csv-cell-problem.ts'
import type { FileOrigin } from './rule-drafts.ts'
import { cellProblem, nameRow, refuseTable, tableProblem } from './table-problem.ts'

/** How a property of a rule is written in its cell. What `read` can't parse is returned as it is, for the check to reject. */
type Column = { write(rule: KeptRule): string; read(cell: string): unknown }
type ColumnName = Exclude<keyof KeptRule, 'createdAt' | 'createdBy'>

const columns: { [N in ColumnName]: Column } = {
  id: { write: ({ id }) => guardCell(id), read: (cell) => unguardCell(cell).trim() || undefined },
  keywords: {
    write: ({ keywords }) => writeList(keywords, splitKeywords),
    read: (cell) => readList(cell, splitKeywords),
  },
  question: { write: ({ question }) => guardCell(question), read: unguardCell },
  answer: { write: ({ answer }) => guardCell(answer), read: unguardCell },
  answers: { write: ({ answers }) => writeList(answers, splitLines), read: (cell) => readList(cell, splitLines) },
  pick: { write: ({ pick }) => pick, read: (cell) => readWord(cell) || standardRule.pick },
  enabled: { write: ({ enabled }) => String(enabled), read: readSwitch },
  priority: { write: ({ priority }) => String(priority), read: readNumber },
  match: { write: ({ match }) => match ?? '', read: (cell) => readWord(cell) || null },
  cooldownSeconds: { write: ({ cooldownSeconds }) => String(cooldownSeconds), read: readNumber },
  memberCooldownSeconds: { write: ({ memberCooldownSeconds }) => String(memberCooldownSeconds), read: readNumber },
  schedule: { write: ({ schedule }) => writeJson(schedule), read: readJson },
  activeFrom: { write: ({ activeFrom }) => activeFrom ?? '', read: (cell) => cell.trim() || null },
  activeUntil: { write: ({ activeUntil }) => activeUntil ?? '', read: (cell) => cell.trim() || null },
  quickReplies: { write: ({ quickReplies }) => writeJson(quickReplies), read: readJson },
  picture: { write: ({ picture }) => guardCell(picture ?? ''), read: (cell) => unguardCell(cell) || null },
}
const names = Object.keys(columns) as ColumnName[]
/** Valid cells stand in for wrong ones, so that the rest of the row can be checked too. */
const required: Partial<Record<ColumnName, unknown>> = { keywords: ['x'], question: 'x', answer: 'x' }

const rulesInPart = 200

/**
 * A table for spreadsheets, in parts, so that others get their turn in between. It starts with a byte order mark, without
 * which some programs show other scripts as garbage.
 */
export function* writeRulesCsv(rules: readonly KeptRule[]): Generator<string, void> {
  // Also quotes line breaks and delimiters of other locales, which not every program would read as text.
  const options = { record_delimiter: '\r\n', quoted_match: /[\r\n\t;]|^\s|\s$/ }
  yield stringify([names], { ...options, bom: true })
  for (let start = 0; start < rules.length; start += rulesInPart) {
    const part = rules.slice(start, start + rulesInPart)
    yield stringify(
      part.map((rule) => names.map((name) => columns[name].write(rule))),
      options,
    )
  }
}

/** What a table is read for: a keyword that is a pattern may contain a comma, but the table doesn't always say whether it is. */
export type TableScene = { mode: QaMode; rules: readonly Pick<KeptRule, 'id' | 'question' | 'match'>[] }

/** Converts a table to the file it represents. */
export function readRulesTable(text: string, scene: TableScene): { file: AssistantFile; origin: FileOrigin } {
  const { drafts, rows } = readRulesCsv(text, scene)
  return { file: { format: 'innkeeper-assistant/1', rules: drafts }, origin: { kind: 'csv', rows } }
}

/** More problems than this are rarely typos, but a file that isn't meant for us. */
const mostProblems = 20

/** Throws a refusal with a line for each wrong cell, which names its row and column. `rows`: the row of each rule. */
export function readRulesCsv(text: string, scene: TableScene): { drafts: RuleDraft[]; rows: string[] } {
  const [head, ...body] = readRows(text)
  const isPattern = patternFinder(scene)
  if (!head) throw refuseTable([tableProblem('empty-table', {})])
  const header = readHeader(head)
  const drafts: RuleDraft[] = []
  const rows: string[] = []
  const problems: TableProblem[] = []
  for (const { cells, row } of body) {
    if (cells.every((cell) => cell.trim() === '')) continue
    if (problems.length >= mostProblems) break
    if (cells.length !== header.length) {
      problems.push(tableProblem('wrong-cell-count', { cells: cells.length, columns: header.length }, row))
      continue
    }
    if (drafts.length >= mostRules) throw refuseTable([tableProblem('too-many-rules', { most: mostRules }, row)])
    const read = readDraft(header, cells, isPattern)
    for (const { name, problem } of read.problems) problems.push(cellProblem(row, name, problem))
    drafts.push(read.draft)
    rows.push(nameRow(row))
  }
  if (problems.length > 0) throw refuseTable(limitProblems(problems))
  return { drafts, rows }
}

type Row = { cells: string[]; row: number }

function readRows(text: string): Row[] {
  // Column names contain none of these, so the first one is the separator.
  const delimiter = /[,;\t\r\n]/.exec(text)?.[0].replace(/[\r\n]/, ',') ?? ','
  const options = { bom: true, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'], delimiter }
  return parseOrRefuse(text, options).map((cells, index) => ({ cells, row: index + 1 }))
}

function parseOrRefuse(text: string, options: object): string[][] {
  try {
    return parse(text, options) as unknown as string[][]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refuseTable([describeCsvError(error)])
  }
}

function describeCsvError(error: CsvError): TableProblem {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return tableProblem('quote-not-closed', {})
  if (strayQuotes.has(error.code)) return tableProblem('stray-quote', {}, Number(error.records) + 1)
  return tableProblem('unreadable-table', { reason: error.message.replace(/^[^:]+: /, '') })
}

const strayQuotes = new Set(['CSV_INVALID_CLOSING_QUOTE', 'INVALID_OPENING_QUOTE'])

function readHeader({ cells, row }: Row): ColumnName[] {
  const header: ColumnName[] = []
  for (const [index, cell] of cells.entries()) {
    // People and spreadsheet programs like to capitalize headings.
    const name = names.find((one) => one.toLowerCase() === cell.trim().toLowerCase())
    if (!name) throw refuseTable([unknownColumn(cell.trim(), index, row)])
    if (header.includes(name)) throw refuseTable([tableProblem('repeated-column', { column: name }, row)])
    header.push(name)
  }
  const missing = names.find((name) => name in required && !header.includes(name))
  if (missing) throw refuseTable([tableProblem('missing-column', { column: missing }, row)])
  return header
}

function unknownColumn(cell: string, index: number, row: number): TableProblem {
  if (cell === '') return tableProblem('unnamed-column', { position: index + 1, allowed: names }, row)
  const closest = findClosestName(cell, names)
  const column = cell.slice(0, longestHeading)
  return tableProblem('unknown-column', { column, allowed: names, ...(closest !== undefined && { closest }) }, row)
}

/** Longer ones aren't headings, and are cut off in messages anyway. */
const longestHeading = 100

type IsPattern = (draft: Record<string, unknown>) => boolean

/** Whether the keywords of a row are patterns: by its own match mode, otherwise by that of the rule it changes. */
function patternFinder({ mode, rules }: TableScene): IsPattern {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const byQuestion = new Map(rules.map((rule) => [rule.question, rule]))
  return ({ id, question, match }) => {
    const there = id === undefined ? byQuestion.get(String(question)) : byId.get(String(id))
    return ((match === undefined ? there?.match : match) ?? mode) === 'regex'
  }
}

type DraftRow = { draft: RuleDraft; problems: { name: ColumnName; problem: string }[] }

function readDraft(header: readonly ColumnName[], cells: readonly string[], isPattern: IsPattern): DraftRow {
  const draft: Record<string, unknown> = {}
  for (const [index, name] of header.entries()) {
    const value = columns[name].read(cells[index] ?? '')
    if (value !== undefined) draft[name] = value
  }
  if (isPattern(draft)) draft.keywords = readList(cells[header.indexOf('keywords')] ?? '', splitLines)
  return { draft: draft as RuleDraft, problems: findCellProblems({ ...draft }, header, cells) }
}

/** The check finds one problem at a time, so each wrong cell is replaced before the next check. */
function findCellProblems(draft: Record<string, unknown>, header: readonly ColumnName[], cells: readonly string[]) {
  const found: DraftRow['problems'] = []
  while (found.length < header.length) {
    const problem = validateRuleDraft(draft) ?? findBrokenText(draft)
    if (problem === undefined) break
    const subject = /^\w+/.exec(problem)?.[0]
    const name = header.find((one) => one === subject)
    if (name === undefined) break
    found.push({ name, problem: describeCellProblem(name, cells[header.indexOf(name)] ?? '', problem) })
    delete draft[name]
    if (name in required) draft[name] = required[name]
  }
  return found.toSorted((one, other) => header.indexOf(one.name) - header.indexOf(other.name))
}

function limitProblems(problems: readonly TableProblem[]): TableProblem[] {
  const more = problems.length >= mostProblems ? [tableProblem('more-problems', {})] : []
  return [...problems.slice(0, mostProblems), ...more]
}

type Split = (text: string) => string[]

/** One per line; as JSON if lines wouldn't be read back the same. */
function writeList(items: readonly string[], split: Split): string {
  const lines = guardCell(items.join('\n'))
  return JSON.stringify(readList(lines, split)) === JSON.stringify(items) ? lines : JSON.stringify(items)
}

function readList(cell: string, split: Split): unknown {
  const list = cell.trimStart().startsWith('[') ? parseJson(cell) : undefined
  if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list
  return split(unguardCell(cell))
}

function writeJson(list: readonly object[]): string {
  return list.length === 0 ? '' : JSON.stringify(list)
}

function readJson(cell: string): unknown {
  return cell.trim() === '' ? [] : (parseJson(cell) ?? cell)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readWord(cell: string): string {
  return cell.trim().toLowerCase()
}

/** As people and spreadsheets write them. */
const switches = new Map(
  Object.entries({ '': true, true: true, yes: true, 1: true, false: false, no: false, 0: false }),
)

function readSwitch(cell: string): unknown {
  return switches.get(readWord(cell)) ?? cell
}

function readNumber(cell: string): unknown {
  const text = cell.trim()
  if (text === '') return 0
  return /^[+-]?\d{1,9}$/.test(text) ? Number(text) + 0 : cell
}
