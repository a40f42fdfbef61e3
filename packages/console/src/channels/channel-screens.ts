import { useLocation } from '@tanstack/react-router'
import {
  IconChartBar,
  IconDownload,
  IconFileImport,
  IconMessages,
  IconPhoto,
  IconRobot,
  IconSearch,
  IconSettings,
  IconUsers,
} from '../ui/icons/icons.ts'

export const channelScreens = [
  'conversation',
  'search',
  'gallery',
  'assistant',
  'members',
  'usage',
  'export',
  'import',
  'settings',
] as const

export type ChannelScreen = (typeof channelScreens)[number]

/** The screen that is currently shown. */
export function useChannelScreen(): ChannelScreen {
  return useLocation({
    // Such as /channels/C1/members/U1.
    select: ({ pathname }) => channelScreens.find((screen) => screen === pathname.split('/')[3]) ?? 'conversation',
  })
}

type Caller = { isSubscribed: boolean; isOwner: boolean }

/**
 * Without a subscription, the conversation says how to get one, and the other screens of the backup would say it again. Only the owner
 * imports chat histories.
 */
export function screensFor({ isSubscribed, isOwner }: Caller): readonly ChannelScreen[] {
  return channelScreens.filter(
    (one) => (isSubscribed || one === 'conversation' || !isOfBackup(one)) && (isOwner || one !== 'import'),
  )
}

/** Where someone who switches to another channel stays, if that channel has the screen. */
export function keepScreen(screen: ChannelScreen, there: Caller): ChannelScreen {
  return screensFor(there).includes(screen) ? screen : 'conversation'
}

/** Screens of the backup need a subscription; the others are for every member. Without one, people export what they sent. */
export function isOfBackup(screen: ChannelScreen): boolean {
  return screen === 'conversation' || screen === 'search' || screen === 'gallery'
}

export const channelLinks = {
  conversation: { to: '/channels/$channelId', Icon: IconMessages },
  search: { to: '/channels/$channelId/search', Icon: IconSearch },
  gallery: { to: '/channels/$channelId/gallery', Icon: IconPhoto },
  assistant: { to: '/channels/$channelId/assistant', Icon: IconRobot },
  members: { to: '/channels/$channelId/members', Icon: IconUsers },
  usage: { to: '/channels/$channelId/usage', Icon: IconChartBar },
  export: { to: '/channels/$channelId/export', Icon: IconDownload },
  import: { to: '/channels/$channelId/import', Icon: IconFileImport },
  settings: { to: '/channels/$channelId/settings', Icon: IconSettings },
} as const satisfies Record<ChannelScreen, { to: string; Icon: typeof IconSearch }>
