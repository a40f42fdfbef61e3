import { Container } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { ScreenKeys } from '../channel/screen-keys.tsx'
import { MemberPage } from '../members/page/member-page.tsx'

export default function MemberScreen() {
  const { userId } = useParams({ from: '/app/channels/$channelId/members/$userId' })
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <ScreenKeys />
      {/* Another person starts with a fresh page. */}
      <MemberPage key={userId} userId={userId} />
    </Container>
  )
}
