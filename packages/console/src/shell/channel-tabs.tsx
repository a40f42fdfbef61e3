import { Box } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type ChannelScreen, channelLinks, channelScreens, useChannelScreen } from '../channels/channel-screens.ts'
import { IconChevronDown, IconDots } from '../ui/icons/icons.ts'
import classes from './app-shell.module.css'
import { MoreTabs } from './lazy-menus.tsx'
import { useTabsThatFit } from './use-tabs-that-fit.ts'

/** On a phone five tabs are within reach of a thumb; the last one opens the rest. */
const inBar = channelScreens.slice(0, 4)
const behindBar = channelScreens.slice(4)

/** In the header, as many as fit. */
export function ChannelTabs() {
  const { t } = useTranslation()
  const { row, measure, count } = useTabsThatFit(channelScreens.length)
  return (
    <Box component="nav" ref={row} className={classes.tabs} visibleFrom="sm" aria-label={t('shell.channelNav')}>
      <div ref={measure} className={classes.measure} aria-hidden>
        {channelScreens.map((screen) => (
          <span key={screen} className={classes.tab}>
            <TabFace screen={screen} iconSize={16} />
          </span>
        ))}
        <span className={classes.tab}>
          {t('shell.nav.more')}
          <IconChevronDown size={14} />
        </span>
      </div>
      <Tabs screens={channelScreens.slice(0, count)} className={classes.tab} iconSize={16} />
      {count < channelScreens.length && (
        <MoreTabs screens={channelScreens.slice(count)} className={classes.tab} position="bottom-end">
          {t('shell.nav.more')}
          <IconChevronDown size={14} aria-hidden />
        </MoreTabs>
      )}
    </Box>
  )
}

/** At the bottom of a phone. */
export function ChannelTabBar() {
  const { t } = useTranslation()
  return (
    <nav className={classes.tabBar} aria-label={t('shell.channelNav')}>
      <Tabs screens={inBar} className={classes.barTab} iconSize={22} />
      <MoreTabs screens={behindBar} className={classes.barTab} position="top-end">
        <IconDots size={22} stroke={1.75} aria-hidden />
        <span className={classes.tabWord}>{t('shell.nav.more')}</span>
      </MoreTabs>
    </nav>
  )
}

type TabsProps = { screens: readonly ChannelScreen[]; className: string | undefined; iconSize: number }

function Tabs({ screens, className, iconSize }: TabsProps) {
  const { channelId } = useParams({ strict: false })
  const shown = useChannelScreen()
  if (channelId === undefined) return null
  return screens.map((screen) => (
    <Link
      key={screen}
      to={channelLinks[screen].to}
      params={{ channelId }}
      className={className}
      // Otherwise the conversation would always be marked, because all other paths begin with its path.
      activeOptions={{ exact: true }}
      aria-current={screen === shown ? 'page' : undefined}
    >
      <TabFace screen={screen} iconSize={iconSize} />
    </Link>
  ))
}

function TabFace({ screen, iconSize }: { screen: ChannelScreen; iconSize: number }) {
  const { t } = useTranslation()
  const { Icon } = channelLinks[screen]
  return (
    <>
      <Icon size={iconSize} stroke={1.75} aria-hidden />
      <span className={classes.tabWord}>{t(`shell.nav.${screen}`)}</span>
    </>
  )
}
