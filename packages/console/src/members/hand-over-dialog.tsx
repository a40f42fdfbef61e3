import type { Member } from '@innkeeper/contract'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { usePersonName } from '../channel/members.ts'
import { LateDialog } from '../ui/late-dialog.tsx'
import { useHandOver } from './use-role-change.tsx'

type Props = { member: Member; opened: boolean; onClose: () => void }

/** Only the new owner can undo it, so it asks twice. */
export function HandOverDialog({ member, opened, onClose }: Props) {
  const { t } = useTranslation()
  const { detail } = useChannel()
  const [isUnderstood, setUnderstood] = useState(false)
  const handOver = useHandOver()
  const name = usePersonName()(member)
  return (
    <LateDialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setUnderstood(false)}
      title={t('members.handOver.title', { name })}
    >
      <Stack>
        <Text>{t('members.handOver.text', { name, channel: detail.meta.name })}</Text>
        <Checkbox
          label={t('members.handOver.understood', { name })}
          checked={isUnderstood}
          onChange={(event) => setUnderstood(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button
            color="red"
            disabled={!isUnderstood}
            loading={handOver.isPending}
            onClick={() => handOver.mutate(member, { onSettled: onClose })}
          >
            {t('members.handOver.confirm')}
          </Button>
        </Group>
      </Stack>
    </LateDialog>
  )
}
