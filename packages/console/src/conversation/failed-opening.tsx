import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { failureOf } from '../errors/failure.ts'
import type { Snapshot } from './timeline/open-conversation.ts'

type Props = { failure: NonNullable<Snapshot['failure']>; onRetry(): void; onLatest(): void }

/** A day or a message that cannot be opened is not the end: the latest messages may be there. */
export function FailedOpening({ failure: { error, start }, onRetry, onLatest }: Props) {
  const { t } = useTranslation()
  const { kind } = failureOf(error, { opening: true })
  const isGone = kind === 'message-not-found' || kind === 'invalid'
  const wayOut = start.kind !== 'end' && <Button onClick={onLatest}>{t('reader.goToLatest')}</Button>
  return <ErrorScreen error={error} wayOut={wayOut} {...(isGone ? {} : { onRetry })} />
}
