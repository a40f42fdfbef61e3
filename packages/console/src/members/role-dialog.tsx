import type { Member } from '@innkeeper/contract'
import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useActor } from '../channel/channel.ts'
import { usePersonName } from '../channel/members.ts'
import { LateDialog } from '../ui/late-dialog.tsx'
import { canUndo, type GivenRole } from './offers.ts'
import { useRoleChange } from './use-role-change.tsx'

type Props = { member: Member; role: GivenRole; opened: boolean; onClose: () => void }

/** Explains the role before it is given. */
export function RoleDialog({ member, role, opened, onClose }: Props) {
  const { t } = useTranslation()
  const actor = useActor()
  const change = useRoleChange()
  const { role: before } = member
  const name = usePersonName()(member)
  const step = before === 'guest' && role === 'member' ? 'letIn' : role
  const isFinal = before !== 'owner' && !canUndo(actor, { before, given: role })
  return (
    <LateDialog opened={opened} onClose={onClose} title={t(`members.change.title.${step}`, { name })}>
      <Text>
        {t(`members.change.text.${role}`)} {isFinal && t('members.change.final')}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button
          {...(role === 'guest' && { color: 'red' })}
          loading={change.isPending}
          onClick={() => change.mutate({ member, role }, { onSettled: onClose })}
        >
          {t(`members.change.confirm.${step}`)}
        </Button>
      </Group>
    </LateDialog>
  )
}
