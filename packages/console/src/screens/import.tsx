import { Container } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useChannel } from '../channel/channel.ts'
import { ScreenKeys } from '../channel/screen-keys.tsx'
import { ImportsView } from '../imports/imports-view.tsx'

export default function ImportScreen() {
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const { number } = useSearch({ from: '/app/channels/$channelId/import' })
  const open = (next: number | undefined) =>
    void navigate({
      to: '/channels/$channelId/import',
      params: { channelId },
      search: next === undefined ? {} : { number: String(next) },
    })
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <ScreenKeys />
      <ImportsView number={/^[1-9]\d{0,8}$/.test(number ?? '') ? Number(number) : undefined} onOpen={open} />
    </Container>
  )
}
