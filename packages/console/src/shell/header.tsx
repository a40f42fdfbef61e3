import type { Me } from '@innkeeper/contract'
import { ActionIcon, Button, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIsDemo } from '../session/queries.ts'
import icon from '../ui/icon.svg'
import { IconSearch } from '../ui/icons/icons.ts'
import classes from './app-shell.module.css'
import { ChannelTabs } from './channel-tabs.tsx'
import { AccountMenu, ChannelSwitcher, LanguageMenu, SchemeMenu } from './lazy-menus.tsx'

export function Header({ me, hasTabs }: { me: Me; hasTabs: boolean }) {
  const { t } = useTranslation()
  const { channelId } = useParams({ strict: false })
  const isDemo = useIsDemo()
  // On a phone a channel's name needs the room. The account menu leads to the setup, and the channel's search page to the search.
  const whereRoom = channelId ? { visibleFrom: 'sm' as const } : {}
  return (
    <div className={classes.bar}>
      <Link to="/" className={classes.mark} aria-label={`${t('shell.name')}: ${t('shell.home')}`}>
        <img src={icon} alt="" width={28} height={28} />
        <Text span inherit visibleFrom={channelId ? 'lg' : 'xs'}>
          {t('shell.name')}
        </Text>
      </Link>
      {channelId && (
        <>
          <ChannelSwitcher channelId={channelId} />
          {hasTabs && <ChannelTabs />}
        </>
      )}
      <div className={classes.end}>
        {isDemo && (
          <Button size="xs" variant="light" component="a" href="/setup" {...whereRoom}>
            {t('shell.setUpForReal')}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          {...whereRoom}
          aria-label={t('shell.searchAll')}
          title={t('shell.searchAll')}
          renderRoot={(props) => <Link to="/search" {...props} />}
        >
          <IconSearch size={18} stroke={1.75} />
        </ActionIcon>
        <SchemeMenu visibleFrom="md" />
        <LanguageMenu visibleFrom="md" />
        <AccountMenu me={me} />
      </div>
    </div>
  )
}
