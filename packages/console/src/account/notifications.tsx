import { Badge, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { useNotifyFailure } from '../errors/failure-notices.tsx'
import { useAccounts, useChosenAccount } from '../session/accounts.ts'
import { useMe } from '../session/queries.ts'
import { Section } from '../ui/layout.tsx'
import { Row, RowSkeletons, Rows } from '../ui/rows.tsx'
import type { NotificationStanding } from './notification-state.ts'
import {
  useNotifications,
  useNotifiedAccount,
  useTestNotification,
  useTurnOff,
  useTurnOn,
} from './use-notifications.ts'

/** Notifications of this browser, which it gets also while no page is open. */
export function Notifications() {
  const { t } = useTranslation()
  const { data, error, refetch } = useNotifications()
  const isOperator = useMe()?.isOperator ?? false
  const hasOthers = useAccounts().length > 1
  return (
    <Section
      title={t('account.notifications.title')}
      text={t(isOperator ? 'account.notifications.operatorText' : 'account.notifications.text')}
    >
      {data ? (
        <>
          <Standing {...data} />
          {hasOthers && <Holder />}
        </>
      ) : error ? (
        <ErrorScreen inline error={error} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </Section>
  )
}

/** A browser has one address for notifications, so they're about one of its accounts. */
function Holder() {
  const { t } = useTranslation()
  const accounts = useAccounts()
  const chosen = useChosenAccount()
  const holder = useNotifiedAccount().data
  const account = accounts.find(({ userId }) => userId === holder)
  const name =
    account && (account.platformName ? `${account.displayName} (${account.platformName})` : account.displayName)
  return (
    <Text size="sm" c="dimmed">
      {t('account.accounts.oneDevice')}{' '}
      {name !== undefined && holder !== chosen && t('account.accounts.otherNotified', { name })}
    </Text>
  )
}

function Standing({ standing, publicKey }: { standing: NotificationStanding; publicKey: string }) {
  const { t } = useTranslation()
  if (standing !== 'on' && standing !== 'off') {
    return (
      <Text size="sm" c="dimmed">
        {t(`account.notifications.${standing}`)}
      </Text>
    )
  }
  const isOn = standing === 'on'
  return (
    <Rows label={t('account.notifications.title')}>
      <Row
        name={t('account.signIns.current')}
        mark={isOn && <Badge variant="light">{t('account.notifications.on')}</Badge>}
        facts={[t('account.notifications.private')]}
        action={isOn ? <OnActions /> : <TurnOn publicKey={publicKey} />}
      />
    </Rows>
  )
}

function TurnOn({ publicKey }: { publicKey: string }) {
  const { t } = useTranslation()
  const turnOn = useTurnOn(publicKey)
  const onError = useNotifyFailure()
  return (
    <Button
      variant="light"
      size="compact-md"
      loading={turnOn.isPending}
      onClick={() =>
        turnOn.mutate(undefined, {
          onError,
          onSuccess: (result) =>
            notifications.show({
              message: t(`account.notifications.turned.${result}`),
              ...(result !== 'on' && { color: 'orange' }),
            }),
        })
      }
    >
      {t('account.notifications.turnOn')}
    </Button>
  )
}

function OnActions() {
  const { t } = useTranslation()
  const onError = useNotifyFailure()
  const test = useTestNotification()
  const turnOff = useTurnOff()
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="compact-sm"
        loading={test.isPending}
        onClick={() =>
          test.mutate(undefined, {
            onError,
            onSuccess: () => notifications.show({ message: t('account.notifications.tested') }),
          })
        }
      >
        {t('account.notifications.test')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        loading={turnOff.isPending}
        onClick={() => turnOff.mutate(undefined, { onError })}
      >
        {t('account.notifications.turnOff')}
      </Button>
    </Group>
  )
}
