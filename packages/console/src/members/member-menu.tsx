import type { Member } from '@innkeeper/contract'
import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconDots, IconKey, IconShield, IconUser, IconUserQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type GivenRole, offersFor } from './offers.ts'
import { useActor } from './use-actor.ts'

/** What somebody chose to do with a person. */
export type MemberWish = { kind: 'role'; member: Member; role: GivenRole } | { kind: 'hand-over'; member: Member }

type Props = { member: Member; onWish: (wish: MemberWish) => void }

const icons = { admin: IconShield, member: IconUser, guest: IconUserQuestion }

/** Nothing for whom the line above the list says already why there is nothing. */
export function MemberMenu({ member, onWish }: Props) {
  const { t } = useTranslation()
  const { roles, handOver, why } = offersFor(useActor(), member)
  if (why && why !== 'owner-fixed' && why !== 'left') return null
  const giveWords = (role: GivenRole) =>
    member.role === 'guest' && role === 'member' ? t('members.give.letIn') : t(`members.give.${role}`)
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('members.actions', { name: member.displayName })}
        >
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {why && (
          <Menu.Item disabled>
            <Text size="sm" c="dimmed">
              {t(`members.why.${why}`)}
            </Text>
          </Menu.Item>
        )}
        {roles.map((role) => {
          const Icon = icons[role]
          return (
            <Menu.Item
              key={role}
              leftSection={<Icon size={16} stroke={1.75} />}
              onClick={() => onWish({ kind: 'role', member, role })}
            >
              {giveWords(role)}
            </Menu.Item>
          )
        })}
        {handOver && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconKey size={16} stroke={1.75} />}
              onClick={() => onWish({ kind: 'hand-over', member })}
            >
              {t('members.give.handOver')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
