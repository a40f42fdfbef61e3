import type { Member } from '@innkeeper/contract'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Actor } from '../channel/channel.ts'
import { usePersonName } from '../channel/members.ts'
import { IconDots, IconInfoCircle, IconKey, IconShield, IconUser, IconUserQuestion } from '../ui/icons/icons.ts'
import { type GivenRole, offersFor } from './offers.ts'

/** What someone chose to do with a member. */
export type MemberAction = { kind: 'role'; member: Member; role: GivenRole } | { kind: 'hand-over'; member: Member }

export type MemberMenuProps = { actor: Actor; member: Member; onAction: (criteria: MemberAction) => void }

const icons = { admin: IconShield, member: IconUser, guest: IconUserQuestion }

/** Empty if the line above the list already explains why. */
export function MemberMenu({ actor, member, onAction }: MemberMenuProps) {
  const { t } = useTranslation()
  const nameOf = usePersonName()
  const { roles, handOver, why } = offersFor(actor, member)
  if (why)
    return actor.role === 'owner' && actor.canWrite ? (
      <DisabledReason text={t(`members.why.${why}`, { platform: actor.ownersFrom ?? '' })} />
    ) : null
  const giveText = (role: GivenRole) =>
    member.role === 'guest' && role === 'member' ? t('members.give.letIn') : t(`members.give.${role}`)
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('members.actions', { name: nameOf(member) })}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {roles.map((role) => {
          const Icon = icons[role]
          return (
            <Menu.Item
              key={role}
              leftSection={<Icon size={16} stroke={1.75} />}
              onClick={() => onAction({ kind: 'role', member, role })}
            >
              {giveText(role)}
            </Menu.Item>
          )
        })}
        {handOver && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconKey size={16} stroke={1.75} />}
              onClick={() => onAction({ kind: 'hand-over', member })}
            >
              {t('members.give.handOver')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function DisabledReason({ text }: { text: string }) {
  return (
    <Tooltip label={text} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={text}>
        <IconInfoCircle size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
