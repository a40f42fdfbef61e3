import type { AssistantConfig } from '@innkeeper/contract'
import { Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { RuleDraft } from './rule-draft.ts'
import type { FieldErrors } from './use-field-errors.ts'

/** The props that every part of the rule form takes. */
export type FormProps = {
  draft: RuleDraft
  config: AssistantConfig
  errors: FieldErrors
  isLocked: boolean
  onChange: (members: Partial<RuleDraft>) => void
}

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack gap="md" component="section" aria-labelledby={id}>
      <Title order={3} size="h5" id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  )
}
