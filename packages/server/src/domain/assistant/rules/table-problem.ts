import type { TableProblem, TableProblemCode, TableProblemValues } from '@innkeeper/contract'
import { Refusal } from '../../refusal.ts'
import { quoteCell } from './csv-cell-problem.ts'
import { capitalize } from './rule-drafts.ts'

type Describe<Code extends TableProblemCode> = (values: TableProblemValues[Code]) => string

const sentences: { [Code in Exclude<TableProblemCode, 'invalid-cell'>]: Describe<Code> } = {
  'empty-table': () => 'The table is empty; its first row must name the columns',
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

/** Without `row`, the problem concerns no single row. */
export function tableProblem<Code extends Exclude<TableProblemCode, 'invalid-cell'>>(
  code: Code,
  values: TableProblemValues[Code],
  row?: number,
): TableProblem {
  const describe: Describe<Code> = sentences[code]
  const sentence = `${row === undefined ? '' : `${capitalize(nameRow(row))}: `}${describe(values)}`
  return { code, row: row ?? null, sentence, values } as TableProblem
}

export function cellProblem(row: number, column: string, problem: string): TableProblem {
  const sentence = `${capitalize(nameRow(row))}, column ${column}: ${problem}`
  return { code: 'invalid-cell', row, sentence, values: { column } }
}

/** As spreadsheets count: the heading is row 1, and a cell with line breaks is still one row. */
export function nameRow(row: number): string {
  return `row ${row}`
}

export function refuseTable(problems: readonly TableProblem[]): Refusal {
  return new Refusal('invalid', problems.map(({ sentence }) => sentence).join('\n'), problems)
}
