import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { signInsQuery } from '../session/queries.ts'
import { Section } from '../ui/layout.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { PassphraseDialog } from './passphrase-dialog.tsx'

/** For a browser that is signed in with the operator account. */
export function OperatorAccount() {
  const { t } = useTranslation()
  const isOwn = useQuery(signInsQuery).data?.signIns.some(({ current, way }) => current && way === 'operator') ?? false
  const account = useQuery({
    queryKey: ['account', 'operator'],
    queryFn: () => api.getOperatorAccount(),
    enabled: isOwn,
  })
  const [opened, setOpened] = useState<'passphrase' | 'codes'>()
  if (!account.data) return null
  const { recoveryCodes } = account.data
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
      <PassphraseDialog opened={opened === 'passphrase'} onClose={close} />
      <CodesDialog opened={opened === 'codes'} onClose={close} />
    </Section>
  )
}
