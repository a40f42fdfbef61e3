type None = Record<never, never>
type Columns = { allowed: readonly string[] }

/** What can be wrong with a table of rules, and the values that a message about it needs. `docs/contract.md` lists the same. */
export type TableProblemValues = {
  'empty-table': None
  'quote-not-closed': None
  'stray-quote': None
  'unreadable-table': { reason: string }
  'unknown-column': Columns & { column: string; closest?: string }
  'unnamed-column': Columns & { position: number }
  'repeated-column': { column: string }
  'missing-column': { column: string }
  'wrong-cell-count': { cells: number; columns: number }
  'invalid-cell': { column: string }
  'too-many-rules': { most: number }
  'more-problems': None
}

export type TableProblemCode = keyof TableProblemValues

type ProblemOf<Code extends TableProblemCode> = {
  code: Code
  /** As spreadsheets count: the heading is row 1. Null if the problem concerns no single row. */
  row: number | null
  /** The line of the error's sentence that says the same in English. */
  sentence: string
  values: TableProblemValues[Code]
}

/** One entry of `details.problems` in the problem details of a refused import. */
export type TableProblem = { [Code in TableProblemCode]: ProblemOf<Code> }[TableProblemCode]
