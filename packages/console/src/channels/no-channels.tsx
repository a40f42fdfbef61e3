import { Button, EmptyState, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIsOperator } from '../session/accounts.ts'
import { useIsDisconnected } from '../session/queries.ts'
import { Coded } from '../ui/coded.tsx'
import { IconMessagePlus, IconRefresh, IconSearchOff } from '../ui/icons/icons.ts'
import { CenteredScreen } from '../ui/layout.tsx'
import { useOwnersFrom } from './channel-access.ts'

/** Explains how to add the first channel. */
export function NoChannels({ isRefreshing, onRefresh }: { isRefreshing: boolean; onRefresh: () => void }) {
  const { t } = useTranslation()
  const isOperator = useIsOperator() ?? false
  const isDisconnected = useIsDisconnected()
  const ownersFrom = useOwnersFrom()
  if (isOperator && isDisconnected) return <NotReady />
  return (
    <CenteredScreen>
      <EmptyState icon={<IconMessagePlus stroke={1.5} />} variant="light">
        <EmptyState.Title order={1}>{t('channels.empty.title')}</EmptyState.Title>
        <EmptyState.Description maw={480} component="div">
          {t('channels.empty.text')}
          <List type="ordered" size="sm" mt="md" ta="start" spacing="xs">
            <List.Item>{t('channels.empty.invite')}</List.Item>
            {ownersFrom === undefined && (
              <List.Item>
                <Coded text={t('channels.empty.claim')} />
              </List.Item>
            )}
            <List.Item>
              <Coded text={t('channels.empty.return')} />
            </List.Item>
          </List>
          {ownersFrom !== undefined && (
            <Text inherit mt="md" ta="start">
              {t('channels.empty.owned', { platform: ownersFrom })}
            </Text>
          )}
        </EmptyState.Description>
        <EmptyState.Actions>
          {isOperator && (
            <Button renderRoot={(props) => <Link to="/operator/setup" {...props} />}>
              {t('channels.empty.setUp')}
            </Button>
          )}
          <Button variant="default" leftSection={<IconRefresh size={16} />} loading={isRefreshing} onClick={onRefresh}>
            {t('channels.empty.again')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </CenteredScreen>
  )
}

/** Nobody can invite a bot before a platform is connected. */
function NotReady() {
  const { t } = useTranslation()
  return (
    <CenteredScreen>
      <EmptyState icon={<IconMessagePlus stroke={1.5} />} variant="light">
        <EmptyState.Title order={1}>{t('channels.empty.notReady.title')}</EmptyState.Title>
        <EmptyState.Description maw={480}>{t('channels.empty.notReady.text')}</EmptyState.Description>
        <EmptyState.Actions>
          <Button renderRoot={(props) => <Link to="/operator/setup" {...props} />}>{t('channels.empty.setUp')}</Button>
        </EmptyState.Actions>
      </EmptyState>
    </CenteredScreen>
  )
}

export function NoMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState py={80} icon={<IconSearchOff stroke={1.5} />}>
      <EmptyState.Title order={2}>{t('channels.none.title')}</EmptyState.Title>
      <EmptyState.Description>{t('channels.none.text')}</EmptyState.Description>
      <EmptyState.Actions>
        <Button variant="default" onClick={onClear}>
          {t('channels.filter.clear')}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  )
}
