import type { KeptData, SelfErasureReceipt } from '@innkeeper/contract'
import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { FailureNote } from '../errors/failure-notices.tsx'
import { leaveAccounts } from '../session/leave-accounts.ts'
import { useJoin } from '../ui/format/join.ts'
import { useCounted } from '../ui/format/use-counted.ts'
import { LateDialog } from '../ui/late-dialog.tsx'

type Props = { kept: KeptData; opened: boolean; onClose: () => void }

/** What is erased can't be restored, so the consequences come first and the name has to be typed. */
export function EraseDialog({ kept, opened, onClose }: Props) {
  const { t } = useTranslation()
  const { displayName } = kept
  const [name, setName] = useState('')
  const [isWrong, setWrong] = useState(false)
  const erase = useErasure(kept.userId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === displayName.trim()) erase.mutate(displayName)
    else setWrong(true)
  }
  return (
    <LateDialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setName('')}
      title={t('people.erase.dialog')}
      closeOnClickOutside={!erase.isPending}
      closeOnEscape={!erase.isPending}
      withCloseButton={!erase.isPending}
    >
      <form onSubmit={submit}>
        <Stack>
          <Consequences kept={kept} />
          <TextInput
            label={t('people.erase.name')}
            description={t('people.erase.nameHint', { name: displayName })}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setWrong(false)
            }}
            error={isWrong && t('people.erase.mismatch')}
            disabled={erase.isPending}
            autoComplete="off"
          />
          {erase.error && <FailureNote error={erase.error} />}
          <Text size="sm" c="dimmed" role="status">
            {erase.isPending && t('people.erase.busy')}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={erase.isPending}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" color="red" loading={erase.isPending}>
              {t('people.erase.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </LateDialog>
  )
}

const consequences = ['messages', 'account', 'others', 'comeBack'] as const

function Consequences({ kept }: { kept: KeptData }) {
  const { t } = useTranslation()
  const join = useJoin()
  const owned = kept.channels.filter(
    ({ role, type, status }) => role === 'owner' && type !== 'user' && status === 'active',
  )
  return (
    <>
      <List spacing={4}>
        {consequences.map((one) => (
          <List.Item key={one}>{t(`people.erase.consequences.${one}`)}</List.Item>
        ))}
        {owned.length > 0 && (
          <List.Item fw={500}>
            {t('people.erase.owned', { channels: join.list(owned.map(({ name }) => name)) })}
          </List.Item>
        )}
      </List>
      <Text fw={500}>{t('people.erase.final')}</Text>
    </>
  )
}

/** The session is gone with the person. The receipt stays until it is closed. */
function useErasure(userId: string) {
  const { t } = useTranslation()
  const counted = useCounted()
  const client = useQueryClient()
  const notify = ({ isFinished, ...counts }: SelfErasureReceipt) =>
    notifications.show({
      title: t('people.erase.receipt'),
      message: (
        <Text size="sm">
          {t('people.erase.receiptText', { what: counted(counts) })} {!isFinished && t('people.erase.goingOn')}
        </Text>
      ),
      autoClose: false,
    })
  return useMutation({
    mutationFn: (confirm: string) => api.eraseMe({ body: { confirm } }),
    onSuccess: (receipt) => {
      notify(receipt)
      return leaveAccounts(client, [userId])
    },
  })
}
