import { Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useActor } from '../../channel/channel.ts'
import { ImportFailure } from '../import-failure.tsx'
import { useMove } from '../queries.ts'

/** Deletes the file of an import that has added nothing yet. */
export function DropButton({ number, onDropped }: { number: number; onDropped(): void }) {
  const { t } = useTranslation()
  const { canWrite } = useActor()
  const drop = useMove('deleteImport')
  if (!canWrite) return null
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate(number, { onSuccess: onDropped })}>
        {t('imports.drop')}
      </Button>
      {drop.error && <ImportFailure error={drop.error} />}
    </Stack>
  )
}
