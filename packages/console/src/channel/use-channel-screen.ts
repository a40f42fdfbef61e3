import { useLocation } from '@tanstack/react-router'

export const channelScreens = ['reader', 'search', 'gallery'] as const

export type ChannelScreen = (typeof channelScreens)[number]

/** Which screen of the channel is shown. */
export function useChannelScreen(): ChannelScreen {
  return useLocation({
    select: ({ pathname }) => channelScreens.find((screen) => pathname.endsWith(`/${screen}`)) ?? 'reader',
  })
}
