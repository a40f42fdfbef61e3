import {
  IconChartBar,
  IconMessages,
  IconPhoto,
  IconRobot,
  IconSearch,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'
import type { ChannelScreen } from '../channels/channel-screens.ts'

export const channelLinks = {
  reader: { to: '/channels/$channelId', Icon: IconMessages },
  search: { to: '/channels/$channelId/search', Icon: IconSearch },
  gallery: { to: '/channels/$channelId/gallery', Icon: IconPhoto },
  assistant: { to: '/channels/$channelId/assistant', Icon: IconRobot },
  members: { to: '/channels/$channelId/members', Icon: IconUsers },
  usage: { to: '/channels/$channelId/usage', Icon: IconChartBar },
  settings: { to: '/channels/$channelId/settings', Icon: IconSettings },
} as const satisfies Record<ChannelScreen, { to: string; Icon: typeof IconSearch }>
