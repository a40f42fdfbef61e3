import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { useNotifyFailure } from '../../errors/failure-notices.tsx'
import { IconTag } from '../../ui/icons/icons.ts'
import { versionsKey } from './queries.ts'

type Props = { version: number; label: string | null }

/** Names a version, which protects it from deletion, or removes the name. */
export function NameVersion({ version, label }: Props) {
  const { t } = useTranslation()
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" leftSection={<IconTag size={16} />} onClick={dialog.open}>
        {t(label === null ? 'assistantParts.versions.giveName' : 'assistantParts.versions.changeName')}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={t('assistantParts.versions.nameTitle', { version })}>
        <NameForm version={version} label={label} onDone={dialog.close} />
      </Modal>
    </>
  )
}

function NameForm({ version, label, onDone }: Props & { onDone: () => void }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const client = useQueryClient()
  const [text, setText] = useState(label ?? '')
  const save = useMutation({
    mutationFn: (name: string | null) =>
      api.labelAssistantVersion({ channelId, version: String(version), body: { label: name } }),
    onSuccess: () => {
      onDone()
      return client.invalidateQueries({ queryKey: versionsKey(channelId) })
    },
    onError: useNotifyFailure(),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(text.trim())
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('assistantParts.versions.nameField')}
          description={t('assistantParts.versions.nameHint')}
          value={text}
          maxLength={100}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          {label !== null && (
            <Button variant="subtle" color="gray" disabled={save.isPending} onClick={() => save.mutate(null)}>
              {t('assistantParts.versions.removeName')}
            </Button>
          )}
          <Button type="submit" loading={save.isPending} disabled={text.trim() === ''}>
            {t('assistantParts.versions.saveName')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
