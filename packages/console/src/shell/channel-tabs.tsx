import { Box } from '@mantine/core'
import {
  IconChartBar,
  IconMessages,
  IconPhoto,
  IconRobot,
  IconSearch,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type ChannelScreen, channelScreens, useChannelScreen } from '../channel/use-channel-screen.ts'
import classes from './house.module.css'

const screens = {
  reader: { to: '/channels/$channelId', Icon: IconMessages },
  search: { to: '/channels/$channelId/search', Icon: IconSearch },
  gallery: { to: '/channels/$channelId/gallery', Icon: IconPhoto },
  assistant: { to: '/channels/$channelId/assistant', Icon: IconRobot },
  members: { to: '/channels/$channelId/members', Icon: IconUsers },
  usage: { to: '/channels/$channelId/usage', Icon: IconChartBar },
  settings: { to: '/channels/$channelId/settings', Icon: IconSettings },
} as const satisfies Record<ChannelScreen, { to: string; Icon: typeof IconSearch }>

/** In the header, where there is room. */
export function ChannelTabs() {
  const { t } = useTranslation()
  return (
    <Box component="nav" className={classes.tabs} visibleFrom="sm" aria-label={t('shell.channelNav')}>
      <Tabs className={classes.tab} iconSize={16} />
    </Box>
  )
}

/** At the foot of a phone. */
export function ChannelTabBar() {
  const { t } = useTranslation()
  return (
    <nav className={classes.tabBar} aria-label={t('shell.channelNav')}>
      <Tabs className={classes.barTab} iconSize={22} />
    </nav>
  )
}

function Tabs({ className, iconSize }: { className: string | undefined; iconSize: number }) {
  const { t } = useTranslation()
  const { channelId } = useParams({ strict: false })
  const shown = useChannelScreen()
  if (channelId === undefined) return null
  return channelScreens.map((screen) => {
    const { to, Icon } = screens[screen]
    return (
      <Link
        key={screen}
        to={to}
        params={{ channelId }}
        className={className}
        // Else the conversation, whose path all others begin with, is marked beside them.
        activeOptions={{ exact: true }}
        aria-current={screen === shown ? 'page' : undefined}
      >
        <Icon size={iconSize} stroke={1.75} aria-hidden />
        {t(`shell.nav.${screen}`)}
      </Link>
    )
  })
}
