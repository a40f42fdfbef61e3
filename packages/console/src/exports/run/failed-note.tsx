import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FailureNote } from '../../errors/failure-notices.tsx'
import { IconAlertTriangle } from '../../ui/icons/icons.ts'
import { whyOf } from './save-part.ts'
import type { FailedPart } from './use-export-run.ts'

/** Why an export stopped, and what to do. */
export function FailedNote({ failed: { error } }: { failed: FailedPart }) {
  const { t } = useTranslation()
  const why = whyOf(error)
  if (why === undefined) return <FailureNote error={error} />
  return (
    <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle size={18} />}>
      {t(`exports.failed.${why}`)}
    </Alert>
  )
}
