import type { TableProblem } from '@innkeeper/contract'
import type { Texts } from '../../locales/language.ts'

export type TableProblemText = keyof Texts['assistantParts']['file']['import']['table']

/** The text for a problem of a table, and what it's filled with. Undefined for cells, whose sentence says more. */
export function findTableProblemText(
  problem: TableProblem,
): { key: TableProblemText; gaps: Record<string, string | number> } | undefined {
  const { code, values } = problem
  switch (code) {
    case 'unknown-column': {
      const { column, closest, allowed } = values
      if (closest !== undefined) return { key: 'unknown-column-meant', gaps: { column, closest } }
      return { key: code, gaps: { column, allowed: allowed.join(', ') } }
    }
    case 'unnamed-column':
      return { key: code, gaps: { position: values.position, allowed: values.allowed.join(', ') } }
    case 'invalid-cell':
      return undefined
    default:
      return { key: code, gaps: { ...values } }
  }
}
