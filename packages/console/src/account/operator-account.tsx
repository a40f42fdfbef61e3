import type { OperatorAccount as Account } from '@innkeeper/contract'
import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { FailureNote } from '../errors/failure-notices.tsx'
import { signInsQuery } from '../session/queries.ts'
import { Section } from '../ui/layout.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { PassphraseDialog } from './passphrase-dialog.tsx'

const accountKey = ['account', 'operator']

type Linked = NonNullable<Account['person']>

/** Anyone in the chat may have used the code, so the operator confirms who it is before the person gets any rights. */
function LinkedPerson({ person: { userId, displayName, sharesRights } }: { person: Linked }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const share = useMutation({
    mutationFn: (next: boolean) => api.shareOperatorRights({ body: { userId, sharesRights: next } }),
    onSettled: () => client.invalidateQueries({ queryKey: accountKey }),
  })
  return (
    <Stack gap="xs" mt="md">
      <Text size="sm">{t('account.operator.person', { name: displayName })}</Text>
      <Switch
        label={t('account.operator.share', { name: displayName })}
        description={t('account.operator.shareText', { name: displayName })}
        checked={sharesRights}
        disabled={share.isPending}
        onChange={(event) => share.mutate(event.currentTarget.checked)}
      />
      {share.error && <FailureNote error={share.error} />}
    </Stack>
  )
}

/** For a browser that is signed in with the operator account. */
export function OperatorAccount() {
  const { t } = useTranslation()
  const isOwn = useQuery(signInsQuery).data?.signIns.some(({ current, way }) => current && way === 'operator') ?? false
  const account = useQuery({
    queryKey: accountKey,
    queryFn: () => api.getOperatorAccount(),
    enabled: isOwn,
  })
  const [opened, setOpened] = useState<'passphrase' | 'codes'>()
  if (!account.data) return null
  const { recoveryCodes, person } = account.data
  const close = () => setOpened(undefined)
  return (
    <Section title={t('account.operator.title')} text={t('account.operator.text')}>
      <Text size="sm" mb="sm">
        {t('account.operator.codesLeft', { count: recoveryCodes })}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => setOpened('passphrase')}>
          {t('account.operator.changePassphrase')}
        </Button>
        <Button variant="default" onClick={() => setOpened('codes')}>
          {t('account.operator.newCodes')}
        </Button>
      </Group>
      {person && <LinkedPerson person={person} />}
      <PassphraseDialog opened={opened === 'passphrase'} onClose={close} />
      <CodesDialog opened={opened === 'codes'} onClose={close} />
    </Section>
  )
}
