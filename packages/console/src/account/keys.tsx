import type { Key } from '@innkeeper/contract'
import { Badge, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { keysQuery } from '../session/queries.ts'
import { afterFirstLoad } from '../ui/after-first-load.ts'
import { useFormat } from '../ui/format/format.ts'
import { IconPlus } from '../ui/icons/icons.ts'
import { Section } from '../ui/layout.tsx'
import { Row, RowSkeletons, Rows } from '../ui/rows.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

const ConnectAssistant = lazy(
  afterFirstLoad(async () => ({ default: (await import('./connect-assistant.tsx')).ConnectAssistant })),
)
// Its fields would double the size of this screen.
const NewKeyDialog = lazy(async () => ({ default: (await import('./new-key-dialog.tsx')).NewKeyDialog }))

export function Keys() {
  const { t } = useTranslation()
  const [isMaking, making] = useDisclosure(false)
  const [made, setMade] = useState<'any' | 'assistant'>()
  const open = (kind: 'any' | 'assistant') => {
    setMade(kind)
    making.open()
  }
  const action = (
    <Button variant="light" leftSection={<IconPlus size={16} />} onClick={() => open('any')}>
      {t('account.keys.create')}
    </Button>
  )
  return (
    <>
      <Section title={t('account.keys.title')} text={t('account.keys.text')} action={action}>
        <KeyRows />
        {made && (
          <Suspense>
            <NewKeyDialog key={made} opened={isMaking} forAssistant={made === 'assistant'} onClose={making.close} />
          </Suspense>
        )}
      </Section>
      <Suspense>
        <ConnectAssistant onCreateKey={() => open('assistant')} />
      </Suspense>
    </>
  )
}

function KeyRows() {
  const { t } = useTranslation()
  const keys = useQuery(keysQuery)
  const [keyToRevoke, setKeyToRevoke] = useState<Key>()
  const [isRevoking, revoking] = useDisclosure(false)
  if (!keys.data) {
    if (keys.error) return <ErrorScreen inline error={keys.error} onRetry={() => void keys.refetch()} />
    return <RowSkeletons />
  }
  if (keys.data.keys.length === 0) return <Text c="dimmed">{t('account.keys.none')}</Text>
  const revoke = (key: Key) => {
    setKeyToRevoke(key)
    revoking.open()
  }
  return (
    <>
      <Rows label={t('account.keys.title')}>
        {keys.data.keys.map((key) => (
          <KeyRow key={key.id} of={key} onRevoke={() => revoke(key)} />
        ))}
      </Rows>
      {keyToRevoke && <RevokeDialog of={keyToRevoke} opened={isRevoking} onClose={revoking.close} />}
    </>
  )
}

function KeyRow({ of: key, onRevoke }: { of: Key; onRevoke: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const name = key.name || t('account.keys.unnamed')
  const facts = [
    t('account.keys.created', { date: format.date(key.createdAt) }),
    key.lastUsedAt ? t('account.keys.used', { ago: format.ago(key.lastUsedAt) }) : t('account.keys.neverUsed'),
    key.expiresAt ? t('account.keys.expires', { date: format.date(key.expiresAt) }) : t('account.keys.neverExpires'),
  ]
  return (
    <Row
      name={name}
      mark={
        <>
          {key.scope === 'read' && <Badge variant="default">{t('account.keys.scope.read')}</Badge>}
          {key.channels && <Badge variant="default">{t('account.keys.limited', { count: key.channels.length })}</Badge>}
        </>
      }
      facts={facts}
      action={
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={t('account.keys.revokeLabel', { name })}
          onClick={onRevoke}
        >
          {t('account.keys.revoke')}
        </Button>
      }
    />
  )
}
