import type { IssuedKey, KeyScope } from '@innkeeper/contract'
import { Alert, Button, Code, Group, Modal, MultiSelect, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { overviewQuery } from '../channel/queries.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { keysQuery } from '../session/queries.ts'
import { CopyText } from './copy-text.tsx'

/** `forAssistant`: the fields are filled in for an AI assistant. */
type Props = { opened: boolean; forAssistant?: boolean; onClose: () => void }

/** First the form, then the key. Once the key is shown, a click outside must not close the dialog. */
export function NewKeyDialog({ opened, forAssistant = false, onClose }: Props) {
  const { t } = useTranslation()
  const [issued, setIssued] = useState<IssuedKey>()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setIssued(undefined)}
      title={issued ? t('account.newKey.made') : t('account.newKey.title')}
      closeOnClickOutside={!issued}
      closeOnEscape={!issued}
      withCloseButton={!issued}
    >
      {issued ? (
        <IssuedKeyView issued={issued} onDone={onClose} />
      ) : (
        <KeyForm forAssistant={forAssistant} onIssued={setIssued} onCancel={onClose} />
      )}
    </Modal>
  )
}

const expiries = ['30', '90', '365', 'never'] as const
const dayMs = 86_400_000
/** The API allows no more. */
const mostChannelsOfKey = 100

type FormProps = { forAssistant: boolean; onIssued: (key: IssuedKey) => void; onCancel: () => void }

function KeyForm({ forAssistant, onIssued, onCancel }: FormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [name, setName] = useState(forAssistant ? t('account.assistant.name') : '')
  const [scope, setScope] = useState<KeyScope>('read')
  const [expiry, setExpiry] = useState<(typeof expiries)[number]>('90')
  const [channels, setChannels] = useState<string[]>([])
  const known = useQuery(overviewQuery).data?.channels ?? []
  const create = useMutation({
    mutationFn: () => {
      const limit = channels.length === 0 ? null : channels
      return api.createKey({ body: { name: name.trim(), scope, channels: limit, expiresAt: endAfter(expiry) } })
    },
    onSuccess: (key) => {
      onIssued(key)
      return client.invalidateQueries({ queryKey: keysQuery.queryKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  const expiryLabel = (one: (typeof expiries)[number]) => {
    if (one === 'never') return t('account.newKey.never')
    return one === '365' ? t('account.newKey.year') : t('account.newKey.days', { count: Number(one) })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('account.newKey.name')}
          description={t('account.newKey.nameHint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          data-autofocus
        />
        <Radio.Group
          label={t('account.keys.scope.label')}
          value={scope}
          onChange={(value) => setScope(value as KeyScope)}
        >
          <Stack gap="xs" mt={6}>
            {(['read', 'full'] as const).map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`account.keys.scope.${one}`)}
                description={t(`account.newKey.scopeHint.${one}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <MultiSelect
          label={t('account.newKey.channels')}
          description={t('account.newKey.channelsHint')}
          data={known.map(({ channelId, name }) => ({ value: channelId, label: name || channelId }))}
          value={channels}
          onChange={setChannels}
          maxValues={mostChannelsOfKey}
          searchable
          hidePickedOptions
        />
        <Select
          label={t('account.newKey.expiry')}
          data={expiries.map((one) => ({ value: one, label: expiryLabel(one) }))}
          value={expiry}
          onChange={(value) => setExpiry(value ?? 'never')}
          allowDeselect={false}
        />
        {create.error && <ErrorScreen inline error={create.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('account.newKey.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function IssuedKeyView({ issued, onDone }: { issued: IssuedKey; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack>
      <Alert color="orange">{t('account.newKey.once')}</Alert>
      <Code
        block
        p="sm"
        fz="sm"
        style={{ userSelect: 'all', whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}
        aria-label={t('account.newKey.value')}
      >
        {issued.key}
      </Code>
      <Group justify="space-between">
        <CopyText value={issued.key} autoFocus />
        <Button onClick={onDone}>{t('account.newKey.done')}</Button>
      </Group>
    </Stack>
  )
}

/** In whole seconds, like the service's timestamps. */
function endAfter(expiry: (typeof expiries)[number]): string | null {
  if (expiry === 'never') return null
  return new Date(Date.now() + Number(expiry) * dayMs).toISOString().replace(/\.\d+/, '')
}
