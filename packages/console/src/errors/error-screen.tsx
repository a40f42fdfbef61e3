import { Alert, Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  IconAlertTriangle,
  IconCloudOff,
  IconDoor,
  IconHourglass,
  IconLock,
  IconMoodPuzzled,
  IconRefresh,
} from '../ui/icons/icons.ts'
import { CenteredScreen } from '../ui/layout.tsx'
import { type Failure, type FailureKind, failureOf } from './failure.ts'
import { useFailureText } from './use-failure-text.ts'
import { useRetryWhenBack } from './use-retry-on-reconnect.ts'

type Props = {
  error: unknown
  /** Set if trying again might help. */
  onRetry?: () => void
  /** Shown as a note in place, instead of as a whole screen. */
  inline?: boolean
  /** An extra action beside the usual ones. */
  wayOut?: ReactNode
}

/** Any error as text, with what to do about it. For failures to open something; failed changes use `useNotifyFailure`. */
export function ErrorScreen({ error, onRetry, inline = false, wayOut }: Props) {
  const { t } = useTranslation()
  const failure = failureOf(error, { opening: true })
  const texts = useFailureText()(failure)
  useRetryWhenBack(error, onRetry)
  const { title } = texts
  const text = failure.kind === 'network' && onRetry ? `${texts.text} ${t('errors.byItself')}` : texts.text
  if (inline) {
    return (
      <Alert color="gray" title={title} icon={<FailureIcon kind={failure.kind} />} role="alert">
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{text}</Text>
          <RequestId failure={failure} />
          {onRetry && (
            <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
              {t('shell.retry')}
            </Button>
          )}
        </Stack>
      </Alert>
    )
  }
  return (
    <CenteredScreen>
      <Stack align="center" gap="sm" ta="center" role="alert">
        <ThemeIcon size={56} radius="xl" variant="light" color="gray" aria-hidden>
          <FailureIcon kind={failure.kind} />
        </ThemeIcon>
        <Title order={1} size="h3">
          {title}
        </Title>
        <Text c="dimmed" maw={440}>
          {text}
        </Text>
        <RequestId failure={failure} />
        <Group justify="center" mt="sm">
          {wayOut}
          <WayOut kind={failure.kind} onRetry={onRetry} />
        </Group>
      </Stack>
    </CenteredScreen>
  )
}

function WayOut({ kind, onRetry }: { kind: FailureKind; onRetry: (() => void) | undefined }) {
  const { t } = useTranslation()
  const here = useLocation({ select: ({ href }) => href })
  const home = (
    <Button key="home" variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
      {t('errors.home')}
    </Button>
  )
  if (kind === 'forbidden' || kind === 'not-found') return home
  if (kind === 'signed-out') {
    return (
      <Button renderRoot={(props) => <Link to="/sign-in" search={{ back: here }} {...props} />}>
        {t('errors.signIn')}
      </Button>
    )
  }
  if (kind === 'bug') {
    return (
      <>
        <Button onClick={() => window.location.reload()}>{t('errors.reload')}</Button>
        {home}
      </>
    )
  }
  return (
    <>
      {onRetry && (
        <Button leftSection={<IconRefresh size={16} />} onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      )}
      {home}
    </>
  )
}

function RequestId({ failure }: { failure: Failure }) {
  const { t } = useTranslation()
  if (failure.kind !== 'server' || failure.requestId === null) return null
  return (
    <Text size="xs" c="dimmed" ff="monospace" style={{ userSelect: 'all' }}>
      {t('errors.requestId', { id: failure.requestId })}
    </Text>
  )
}

const icons: Partial<Record<FailureKind, typeof IconLock>> = {
  forbidden: IconDoor,
  denied: IconLock,
  'not-subscribed': IconLock,
  'signed-out': IconLock,
  'not-found': IconMoodPuzzled,
  'message-not-found': IconMoodPuzzled,
  'member-not-found': IconMoodPuzzled,
  'rule-not-found': IconMoodPuzzled,
  'version-not-found': IconMoodPuzzled,
  'too-many': IconHourglass,
  network: IconCloudOff,
  interrupted: IconCloudOff,
}

function FailureIcon({ kind }: { kind: FailureKind }) {
  const Icon = icons[kind] ?? IconAlertTriangle
  return <Icon size="60%" stroke={1.5} />
}
