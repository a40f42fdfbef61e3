import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { failureOf } from './failure.ts'
import { useFailureWords } from './use-failure-words.ts'

/** Why something that somebody wanted to change stayed as it was, at the place where they wanted it. */
export function FailureNote({ error }: { error: unknown }) {
  const { title, text } = useFailureWords()(failureOf(error, { opening: false }))
  return (
    <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle size={18} />} title={title}>
      {text}
    </Alert>
  )
}
