import { Container } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useChannel } from '../channel/channel.ts'
import { ScreenKeys } from '../channel/screen-keys.tsx'
import { Settings, settingsParts } from '../settings/settings.tsx'

export default function SettingsScreen() {
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const { part } = useSearch({ from: '/app/channels/$channelId/settings' })
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <ScreenKeys />
      <Settings
        part={settingsParts.find((one) => one === part) ?? 'channel'}
        onPart={(next) =>
          void navigate({
            to: '/channels/$channelId/settings',
            params: { channelId },
            search: next === 'channel' ? {} : { part: next },
            replace: true,
            resetScroll: false,
          })
        }
      />
    </Container>
  )
}
