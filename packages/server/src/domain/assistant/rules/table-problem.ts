import type { TableProblem, TableProblemCode, TableProblemValues } from '@innkeeper/contract'
import { Refusal } from '../../refusal.ts'
import { quoteCell } from './csv-cell-problem.ts'
import { capitalize } from './rule-drafts.ts'

/** Where a row is: `line 3`, or `line 3 (row 2)` if a spreadsheet counts differently. */
export type RowPlace = { line: number; text: string }

type Describe<Code extends TableProblemCode> = (values: TableProblemValues[Code]) => string

const sentences: { [Code in Exclude<TableProblemCode, 'invalid-cell'>]: Describe<Code> } = {
  'empty-table': () => 'The table is empty; its first line must name the columns',
  'quote-not-closed': () => 'The table cannot be read: a quotation mark opens a cell, but none closes it',
  'stray-quote': () =>
    'a quotation mark is in the middle of a cell. Write it twice, and put the whole cell in quotation marks',
  'unreadable-table': ({ reason }) => `The table cannot be read: ${reason}`,
  'unknown-column': ({ column, closest, allowed }) => {
    const suggestion = closest === undefined ? '; allowed' : `. Did you mean "${closest}"? Allowed`
    return `unknown column ${quoteCell(column)}${suggestion} are ${allowed.join(', ')}`
  },
  'unnamed-column': ({ position, allowed }) => `column ${position} has no name; allowed are ${allowed.join(', ')}`,
  'repeated-column': ({ column }) => `column ${column} appears twice`,
  'missing-column': ({ column }) => `column ${column} is missing`,
  'wrong-cell-count': ({ cells, columns }) =>
    `it has ${cells} ${cells === 1 ? 'cell' : 'cells'}, but there are ${columns} columns`,
  'too-many-rules': ({ most }) => `a file holds at most ${most} rules`,
  'more-problems': () => 'There may be more.',
}

/** Without `place`, the problem concerns no single line. */
export function tableProblem<Code extends Exclude<TableProblemCode, 'invalid-cell'>>(
  code: Code,
  values: TableProblemValues[Code],
  place?: RowPlace,
): TableProblem {
  const describe: Describe<Code> = sentences[code]
  const sentence = `${place ? `${capitalize(place.text)}: ` : ''}${describe(values)}`
  return { code, line: place?.line ?? null, sentence, values } as TableProblem
}

export function cellProblem(place: RowPlace, column: string, problem: string): TableProblem {
  const sentence = `${capitalize(place.text)}, column ${column}: ${problem}`
  return { code: 'invalid-cell', line: place.line, sentence, values: { column } }
}

export function refuseTable(problems: readonly TableProblem[]): Refusal {
  return new Refusal('invalid', problems.map(({ sentence }) => sentence).join('\n'), problems)
}
