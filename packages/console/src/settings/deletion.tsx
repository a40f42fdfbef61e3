import type { ErasureReceipt } from '@innkeeper/contract'
import { Button, Group, List, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { useChannel } from '../channel/channel.ts'
import { channelKey, overviewQuery } from '../channel/queries.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { useCounted } from '../ui/format/use-counted.ts'
import { LateDialog } from '../ui/late-dialog.tsx'
import classes from './settings.module.css'

const deletedParts = ['messages', 'assistant', 'people', 'logs'] as const

export function Deletion({ canDelete }: { canDelete: boolean }) {
  const { t } = useTranslation()
  const { detail } = useChannel()
  const [isAsking, ask] = useDisclosure(false)
  return (
    <section className={classes.danger} aria-labelledby="deletion">
      <Title order={2} size="h4" id="deletion">
        {t('settings.deletion.title')}
      </Title>
      <Text mt="xs">{t('settings.deletion.text', { channel: detail.meta.name })}</Text>
      <List my="sm" spacing={4}>
        {deletedParts.map((what) => (
          <List.Item key={what}>{t(`settings.deletion.what.${what}`)}</List.Item>
        ))}
      </List>
      <Text fw={500}>{t('settings.deletion.final')}</Text>
      {canDelete && (
        <Button color="red" mt="lg" onClick={ask.open}>
          {t('settings.deletion.button')}
        </Button>
      )}
      <DeleteDialog opened={isAsking} onClose={ask.close} />
    </section>
  )
}

type DialogProps = { opened: boolean; onClose: () => void }

/** A deleted channel cannot be restored, so its name has to be typed. */
function DeleteDialog({ opened, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { detail } = useChannel()
  const channel = detail.meta.name
  const [name, setName] = useState('')
  const [isWrong, setWrong] = useState(false)
  const remove = useDeletion()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name === channel) remove.mutate(name)
    else setWrong(true)
  }
  return (
    <LateDialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setName('')}
      title={t('settings.deletion.dialog', { channel })}
      closeOnClickOutside={!remove.isPending}
      closeOnEscape={!remove.isPending}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text>{t('settings.deletion.final')}</Text>
          <TextInput
            label={t('settings.deletion.name')}
            description={t('settings.deletion.nameHint', { channel })}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setWrong(false)
            }}
            error={isWrong && t('settings.deletion.mismatch')}
            disabled={remove.isPending}
            autoComplete="off"
            data-autofocus
          />
          {remove.error && <ErrorScreen inline error={remove.error} />}
          <Text size="sm" c="dimmed" role="status">
            {remove.isPending && t('settings.deletion.busy')}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={remove.isPending}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" color="red" loading={remove.isPending}>
              {t('settings.deletion.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </LateDialog>
  )
}

/** Leaves the channel, which is gone; the receipt stays until it is closed. */
function useDeletion() {
  const { t } = useTranslation()
  const { channelId, detail } = useChannel()
  const client = useQueryClient()
  const navigate = useNavigate()
  const counted = useCounted()
  const notify = (receipt: ErasureReceipt) =>
    notifications.show({
      title: t('settings.deletion.receipt', { channel: detail.meta.name }),
      // The library's grey has too little contrast below a title.
      message: <Text size="sm">{t('settings.deletion.receiptText', { what: counted(receipt) })}</Text>,
      autoClose: false,
    })
  return useMutation({
    mutationFn: (confirm: string) => api.deleteChannel({ channelId, body: { confirm } }),
    onSuccess: async (receipt) => {
      notify(receipt)
      await navigate({ to: '/' })
      client.removeQueries({ queryKey: channelKey(channelId) })
      await client.invalidateQueries({ queryKey: overviewQuery.queryKey })
    },
  })
}
