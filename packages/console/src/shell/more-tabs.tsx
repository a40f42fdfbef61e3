import { Menu, UnstyledButton } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChannelScreen, channelLinks, useChannelScreen } from '../channels/channel-screens.ts'

export type MoreTabsProps = {
  screens: readonly ChannelScreen[]
  className: string | undefined
  position: 'bottom-end' | 'top-end'
  children: ReactNode
}

/** The screens that have no tab of their own. If one of them is shown, the button is marked and names it. */
export function MoreTabs({ screens, className, position, children }: MoreTabsProps) {
  const { t } = useTranslation()
  const { channelId } = useParams({ strict: false })
  const shown = useChannelScreen()
  if (channelId === undefined) return null
  const isHere = screens.includes(shown)
  const label = isHere ? `${t('shell.nav.more')}: ${t(`shell.nav.${shown}`)}` : t('shell.nav.more')
  return (
    <Menu position={position} width={200}>
      <Menu.Target>
        <UnstyledButton className={className ?? ''} aria-label={label} data-here={isHere || undefined}>
          {children}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {screens.map((screen) => {
          const { to, Icon } = channelLinks[screen]
          return (
            <Menu.Item
              key={screen}
              leftSection={<Icon size={16} stroke={1.75} />}
              aria-current={screen === shown ? 'page' : undefined}
              fw={screen === shown ? 600 : 400}
              renderRoot={(props) => <Link to={to} params={{ channelId }} activeOptions={{ exact: true }} {...props} />}
            >
              {t(`shell.nav.${screen}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
