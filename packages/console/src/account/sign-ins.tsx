import type { SignIn } from '@innkeeper/contract'
import { Badge, Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { useNotifyFailure } from '../errors/failure-notices.tsx'
import { useChosenAccount } from '../session/accounts.ts'
import { leaveAccounts } from '../session/leave-accounts.ts'
import { signInsQuery } from '../session/queries.ts'
import { useFormat } from '../ui/format/format.ts'
import { Section } from '../ui/layout.tsx'
import { Row, RowSkeletons, Rows } from '../ui/rows.tsx'
import { browserOf } from './browser-name.ts'

export function SignIns() {
  const { t } = useTranslation()
  const signIns = useQuery(signInsQuery)
  const end = useEndSignIns()
  const all = signIns.data?.signIns
  const others = all?.filter(({ current }) => !current) ?? []
  return (
    <Section
      title={t('account.signIns.title')}
      text={t('account.signIns.text')}
      action={
        others.length > 0 && (
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate(others)}>
            {t('account.signIns.endOthers')}
          </Button>
        )
      }
    >
      {all ? (
        <Rows label={t('account.signIns.title')}>
          {all.map((signIn) => (
            <SignInRow key={signIn.id} of={signIn} />
          ))}
        </Rows>
      ) : signIns.error ? (
        <ErrorScreen inline error={signIns.error} onRetry={() => void signIns.refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </Section>
  )
}

function SignInRow({ of: signIn }: { of: SignIn }) {
  const { t } = useTranslation()
  const format = useFormat()
  const end = useEndSignIns()
  const { kind, ...parts } = browserOf(signIn.name)
  const name = t(`account.signIns.browser.${kind}`, parts)
  const { way, current, scope, createdAt, lastUsedAt } = signIn
  const facts = [
    t('account.signIns.since', { date: format.date(createdAt), way: t(`account.signIns.way.${way}`) }),
    ...(lastUsedAt && !current ? [t('account.keys.used', { ago: format.ago(lastUsedAt) })] : []),
    ...(scope === 'read' ? [t('account.signIns.readOnly')] : []),
  ]
  return (
    <Row
      name={name}
      mark={current && <Badge variant="light">{t('account.signIns.current')}</Badge>}
      facts={facts}
      action={
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          loading={end.isPending}
          aria-label={t('account.signIns.endLabel', { name })}
          onClick={() => end.mutate([signIn])}
        >
          {t('account.signIns.end')}
        </Button>
      }
    />
  )
}

function useEndSignIns() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const chosen = useChosenAccount()
  return useMutation({
    mutationFn: async (ending: readonly SignIn[]) => {
      for (const { id } of ending) await api.endSignIn({ signInId: id })
    },
    onSuccess: (_, ending) => {
      if (ending.some(({ current }) => current)) return leaveAccounts(client, chosen === undefined ? [] : [chosen])
      notifications.show({ message: t('account.signIns.ended', { count: ending.length }) })
    },
    onError: useNotifyFailure(),
    onSettled: () => client.invalidateQueries({ queryKey: signInsQuery.queryKey }),
  })
}
