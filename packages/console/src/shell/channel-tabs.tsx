import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { cardQuery } from '../channel/queries.ts'
import { type ChannelScreen, channelLinks, screensFor, useChannelScreen } from '../channels/channel-screens.ts'
import { IconChevronDown, IconDots } from '../ui/icons/icons.ts'
import classes from './app-shell.module.css'
import { MoreTabs } from './lazy-menus.tsx'
import { useTabsThatFit } from './use-tabs-that-fit.ts'

/** On a phone five tabs are within reach of a thumb; the last one opens the rest. */
const mostInBar = 4

/** While the overview is loading, nothing that most people have is left out. */
function useScreens(): readonly ChannelScreen[] {
  const { channelId = '' } = useParams({ strict: false })
  const card = useQuery(cardQuery(channelId)).data
  return screensFor({ isSubscribed: card?.backup.subscribed ?? true, isOwner: card?.role === 'owner' })
}

/** In the header, as many as fit. */
export function ChannelTabs() {
  const { t } = useTranslation()
  const screens = useScreens()
  const { row, measure, count } = useTabsThatFit(screens.length)
  return (
    <Box component="nav" ref={row} className={classes.tabs} visibleFrom="sm" aria-label={t('shell.channelNav')}>
      <div ref={measure} className={classes.measure} aria-hidden>
        {screens.map((screen) => (
          <span key={screen} className={classes.tab}>
            <TabFace screen={screen} iconSize={16} />
          </span>
        ))}
        <span className={classes.tab}>
          {t('shell.nav.more')}
          <IconChevronDown size={14} />
        </span>
      </div>
      <Tabs screens={screens.slice(0, count)} className={classes.tab} iconSize={16} />
      {count < screens.length && (
        <MoreTabs screens={screens.slice(count)} className={classes.tab} position="bottom-end">
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
  const screens = useScreens()
  return (
    <nav className={classes.tabBar} aria-label={t('shell.channelNav')}>
      <Tabs screens={screens.slice(0, mostInBar)} className={classes.barTab} iconSize={22} />
      <MoreTabs screens={screens.slice(mostInBar)} className={classes.barTab} position="top-end">
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
