import { Container } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useChannel } from '../channel/channel.ts'
import { ScreenKeys } from '../channel/screen-keys.tsx'
import { memberSearch, readMemberCriteria } from '../members/choose-members.ts'
import { Members } from '../members/members.tsx'

export default function MembersScreen() {
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const search = useSearch({ from: '/app/channels/$channelId/members' })
  const criteria = useMemo(() => readMemberCriteria(search), [search])
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <ScreenKeys />
      <Members
        criteria={criteria}
        onChange={(next) =>
          void navigate({
            to: '/channels/$channelId/members',
            params: { channelId },
            search: memberSearch(next),
            replace: true,
            resetScroll: false,
          })
        }
      />
    </Container>
  )
}
