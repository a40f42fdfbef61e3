import type { TableProblem } from '@innkeeper/contract'
import type { Texts } from '../../locales/language.ts'

export type TableProblemText = keyof Texts['assistantParts']['file']['import']['table']

/** The text for a problem of a table, and what it's filled with. Undefined for cells, whose sentence says more. */
export function findTableProblemText(
  problem: TableProblem,
): { key: TableProblemText; gaps: Record<string, string | number> } | undefined {
  if (problem.code === 'invalid-cell') return undefined
  if (problem.code === 'unknown-column' && problem.values.closest !== undefined) {
    const { column, closest } = problem.values
    return { key: 'unknown-column-meant', gaps: { column, closest } }
  }
  const gaps = Object.entries(problem.values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ])
  return { key: problem.code, gaps: Object.fromEntries(gaps) }
}
