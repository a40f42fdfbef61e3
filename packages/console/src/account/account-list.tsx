import { type BrowserAccount, mostAccountsInBrowser } from '@innkeeper/contract'
import { Badge, Button, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { accountsQuery, switchAccount, useChosenAccount } from '../session/accounts.ts'
import { useSignOut } from '../session/leave-accounts.ts'
import { IconPlus } from '../ui/icons/icons.ts'
import { Section } from '../ui/layout.tsx'
import { Row, RowSkeletons, Rows } from '../ui/rows.tsx'

export function AccountList() {
  const { t } = useTranslation()
  const accounts = useQuery(accountsQuery)
  const all = accounts.data
  return (
    <Section title={t('account.accounts.title')} text={t('account.accounts.text')} action={<Actions of={all ?? []} />}>
      {all ? (
        <Rows label={t('account.accounts.title')}>
          {all.map((account) => (
            <AccountRow key={account.userId} of={account} isOnly={all.length === 1} />
          ))}
        </Rows>
      ) : accounts.error ? (
        <ErrorScreen inline error={accounts.error} onRetry={() => void accounts.refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </Section>
  )
}

function Actions({ of: accounts }: { of: readonly BrowserAccount[] }) {
  const { t } = useTranslation()
  const signOut = useSignOut()
  return (
    <Group gap="xs">
      {accounts.length > 1 && (
        <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate(accounts.map(idOf))}>
          {t('account.accounts.signOutAll')}
        </Button>
      )}
      {accounts.length < mostAccountsInBrowser && (
        <Button
          variant="light"
          leftSection={<IconPlus size={16} />}
          renderRoot={(props) => <Link to="/sign-in" search={{ add: 'yes', back: '/account' }} {...props} />}
        >
          {t('account.accounts.add')}
        </Button>
      )}
    </Group>
  )
}

function AccountRow({ of: account, isOnly }: { of: BrowserAccount; isOnly: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const isChosen = useChosenAccount() === account.userId
  const signOut = useSignOut()
  const { userId, displayName: name, platformName } = account
  const facts = [
    platformName ?? t(isOperatorAccount(userId) ? 'account.accounts.operator' : 'account.accounts.noChats'),
    ...(account.scope === 'read' ? [t('account.signIns.readOnly')] : []),
  ]
  return (
    <Row
      name={name}
      mark={!isOnly && isChosen && <Badge variant="light">{t('account.accounts.chosen')}</Badge>}
      facts={facts}
      action={
        <Group gap="xs" wrap="nowrap">
          {!isChosen && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('account.accounts.chooseLabel', { name })}
              onClick={() => void switchAccount(client, userId)}
            >
              {t('account.accounts.choose')}
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            loading={signOut.isPending}
            aria-label={t('account.accounts.signOutLabel', { name })}
            onClick={() => signOut.mutate([userId])}
          >
            {t('shell.account.signOut')}
          </Button>
        </Group>
      }
    />
  )
}

const idOf = ({ userId }: BrowserAccount) => userId
const isOperatorAccount = (userId: string) => userId.startsWith('operator:')
