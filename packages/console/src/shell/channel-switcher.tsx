import type { ChannelCard } from '@innkeeper/contract'
import { Avatar, Menu, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { picturePath } from '../api/client.ts'
import { useChannelName } from '../channel/channel-name.ts'
import { PlatformBadge, usePlatformLabel } from '../channel/platform.tsx'
import { overviewQuery } from '../channel/queries.ts'
import { type ChannelScreen, channelLinks, keepScreen, useChannelScreen } from '../channels/channel-screens.ts'
import { UnsubscribeDialog } from '../channels/unsubscribe-dialog.tsx'
import { fold } from '../ui/fold-text.ts'
import { IconArchiveOff, IconCheck, IconLayoutGrid, IconLock } from '../ui/icons/icons.ts'
import classes from './app-shell.module.css'
import { SwitcherFace } from './switcher-face.tsx'

/** From this many channels on, people search for a name. */
const manyChannels = 8

export function ChannelSwitcher({ channelId }: { channelId: string }) {
  const { t } = useTranslation()
  const nameOf = useChannelName()
  const platform = usePlatformLabel(channelId)
  const screen = useChannelScreen()
  const [wanted, setWanted] = useState('')
  const [isLeaving, leaving] = useDisclosure(false)
  const channels = useQuery(overviewQuery).data?.channels ?? []
  const current = channels.find((one) => one.channelId === channelId)
  if (!current) return null
  const name = [nameOf(current), ...(platform ? [platform.name] : [])].join(', ')
  const fitting = channels.filter((one) => fold(nameOf(one)).includes(fold(wanted)))
  return (
    <>
      <span className={classes.slash} aria-hidden>
        /
      </span>
      <Menu position="bottom-start" width={280} onClose={() => setWanted('')}>
        <Menu.Target>
          <UnstyledButton className={classes.switcher} aria-label={`${name}: ${t('shell.switchChannel')}`}>
            <SwitcherFace channel={current} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {channels.length >= manyChannels && (
            <Menu.Search
              value={wanted}
              onChange={(event) => setWanted(event.currentTarget.value)}
              placeholder={t('channels.find')}
              aria-label={t('channels.find')}
            />
          )}
          <div className={classes.choices}>
            {fitting.map((one) => (
              <Menu.Item
                key={one.channelId}
                leftSection={<Avatar src={picturePath(one.picture)} size={24} radius="sm" alt="" />}
                rightSection={
                  one.channelId === channelId ? (
                    <IconCheck size={14} />
                  ) : one.role === 'guest' ? (
                    <IconLock size={14} />
                  ) : null
                }
                renderRoot={(props) => (
                  <Link
                    to={channelLinks[screenThere(screen, one)].to}
                    params={{ channelId: one.channelId }}
                    {...props}
                  />
                )}
              >
                {nameOf(one)} <PlatformBadge channelId={one.channelId} />
              </Menu.Item>
            ))}
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLayoutGrid size={16} />} renderRoot={(props) => <Link to="/" {...props} />}>
            {t('shell.home')}
          </Menu.Item>
          {/* Apart from what people press every day. */}
          {current.backup.subscribed && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconArchiveOff size={16} />} onClick={leaving.open}>
                {t('channels.unsubscribe.button')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <UnsubscribeDialog channel={current} opened={isLeaving} onClose={leaving.close} />
    </>
  )
}

const screenThere = (screen: ChannelScreen, { backup, role }: Pick<ChannelCard, 'backup' | 'role'>) =>
  keepScreen(screen, { isSubscribed: backup.subscribed, isOwner: role === 'owner' })
