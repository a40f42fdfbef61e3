import type { TableProblem } from '@innkeeper/contract'
import { useTranslation } from 'react-i18next'
import { findTableProblemText, type TableProblemText } from './table-problem.ts'

/** What is wrong with a table, in the current language. Undefined if the sentence of the service has to do. */
export function useTableProblemText(): (problem: TableProblem) => string | undefined {
  const { t, i18n } = useTranslation()
  // Key and values belong together, but the types cannot express which values go with which key.
  const say = t as (
    key: `assistantParts.file.import.table.${TableProblemText}`,
    gaps: Record<string, unknown>,
  ) => string
  return (problem) => {
    const text = findTableProblemText(problem)
    if (!text) return undefined
    const key = `assistantParts.file.import.table.${text.key}` as const
    // A newer service may have a code that this page doesn't know.
    return i18n.exists(key) ? say(key, text.gaps) : undefined
  }
}
