import { InnkeeperError } from '@innkeeper/client'
import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureNote } from '../errors/failure-notices.tsx'
import { IconAlertTriangle } from '../ui/icons/icons.ts'
import { findImportProblem, type ImportProblem } from './import-problem.ts'

/** Why a step failed, and what to do. */
export function ImportFailure({ error }: { error: unknown }) {
  const problemText = useProblemText()
  const isRefused = error instanceof InnkeeperError && (error.status === 400 || error.status === 409)
  const problem = isRefused ? findImportProblem(error.message) : undefined
  return problem ? <ProblemNote>{problemText(problem)}</ProblemNote> : <FailureNote error={error} />
}

export function ProblemNote({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle size={18} />} title={title}>
      {children}
    </Alert>
  )
}

/** What is wrong and what to do about it, in the current language. */
export function useProblemText(): (problem: ImportProblem) => string {
  const { t } = useTranslation()
  // Key and values belong together, but the types cannot express which values go with which key.
  const say = t as (key: `imports.problems.${ImportProblem['why']}`, gaps: Record<string, string>) => string
  return ({ why, gaps }) => say(`imports.problems.${why}`, gaps)
}

/** The same of any sentence of the service. An unknown one is shown as it is. */
export function useReasonText(): (sentence: string) => string {
  const problemText = useProblemText()
  return (sentence) => {
    const problem = findImportProblem(sentence)
    return problem ? problemText(problem) : sentence
  }
}
