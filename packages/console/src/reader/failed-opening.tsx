import { Button, Center, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import type { Snapshot } from './open-conversation.ts'

type Props = { failure: NonNullable<Snapshot['failure']>; onRetry(): void; onLatest(): void }

/** A day or a message that cannot be opened is not the end: the latest messages may be there. */
export function FailedOpening({ failure: { error, start }, onRetry, onLatest }: Props) {
  const { t } = useTranslation()
  return (
    <Stack gap={0}>
      <ErrorScreen error={error} onRetry={onRetry} />
      {start.kind !== 'end' && (
        <Center pb="xl">
          <Button variant="subtle" onClick={onLatest}>
            {t('reader.goToLatest')}
          </Button>
        </Center>
      )}
    </Stack>
  )
}
