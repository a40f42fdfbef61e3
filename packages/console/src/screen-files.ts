import type { LoadScreen } from './errors/lazy-screen.tsx'
import type { ScreenFile } from './first-load.ts'

/** Each is loaded when it is first shown. */
export const screenFiles = {
  signIn: () => import('./screens/sign-in.tsx'),
  setup: () => import('./screens/setup.tsx'),
  channels: () => import('./screens/channels.tsx'),
  account: () => import('./screens/account.tsx'),
  accountData: () => import('./screens/account-data.tsx'),
  allSearch: () => import('./screens/all-search.tsx'),
  allUsage: () => import('./screens/all-usage.tsx'),
  operator: () => import('./screens/operator.tsx'),
  serviceSetup: () => import('./screens/service-setup.tsx'),
  serviceSettings: () => import('./screens/service-settings.tsx'),
  /** Around the screens of a channel. */
  channelFrame: () => import('./channels/channel-frame.tsx'),
  conversation: () => import('./screens/conversation.tsx'),
  search: () => import('./screens/search.tsx'),
  gallery: () => import('./screens/gallery.tsx'),
  assistant: () => import('./screens/assistant.tsx'),
  members: () => import('./screens/members.tsx'),
  member: () => import('./screens/member.tsx'),
  usage: () => import('./screens/usage.tsx'),
  export: () => import('./screens/export.tsx'),
  import: () => import('./screens/import.tsx'),
  settings: () => import('./screens/settings.tsx'),
} as const satisfies Record<ScreenFile, LoadScreen>
