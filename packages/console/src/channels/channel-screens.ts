import { useLocation } from '@tanstack/react-router'

export const channelScreens = ['reader', 'search', 'gallery', 'assistant', 'members', 'usage', 'settings'] as const

export type ChannelScreen = (typeof channelScreens)[number]

/** Which screen of the channel is shown. */
export function useChannelScreen(): ChannelScreen {
  return useLocation({
    select: ({ pathname }) => channelScreens.find((screen) => pathname.endsWith(`/${screen}`)) ?? 'reader',
  })
}

/** Screens of the backup are for who subscribes; the others are for every member. */
export function isOfBackup(screen: ChannelScreen): boolean {
  return screen === 'reader' || screen === 'search' || screen === 'gallery'
}
