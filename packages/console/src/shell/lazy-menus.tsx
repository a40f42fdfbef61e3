import type { Me } from '@innkeeper/contract'
import { Avatar, Box, type MantineBreakpoint } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { picturePath } from '../api/client.ts'
import { afterFirstLoad } from '../ui/after-first-load.ts'
import classes from './app-shell.module.css'
import type { MoreTabsProps } from './more-tabs.tsx'
import { SwitcherFace, useCurrentChannel } from './switcher-face.tsx'

// The code of menus is a fifth of what a page needs, and nobody opens a menu in the first second. Until it has loaded, there is a
// picture of the button.

export const AccountMenu = later<{ me: Me }>(
  async () => (await import('./account-menu.tsx')).AccountMenu,
  ({ me }) => <Avatar ml={4} src={picturePath(me.pictureUrl)} size={32} alt="" />,
)

export const ChannelSwitcher = later<{ channelId: string }>(
  async () => (await import('./channel-switcher.tsx')).ChannelSwitcher,
  ({ channelId }) => <SwitcherPicture channelId={channelId} />,
)

export const LanguageMenu = later<{ visibleFrom?: MantineBreakpoint }>(
  async () => (await import('./preference-menus.tsx')).LanguageMenu,
  IconPlace,
)

export const SchemeMenu = later<{ visibleFrom?: MantineBreakpoint }>(
  async () => (await import('./preference-menus.tsx')).SchemeMenu,
  IconPlace,
)

export const MoreTabs = later<MoreTabsProps>(
  async () => (await import('./more-tabs.tsx')).MoreTabs,
  ({ className, children }) => <span className={className}>{children}</span>,
)

function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: (props: Props) => ReactNode,
): (props: Props) => ReactNode {
  const Loaded = lazy(afterFirstLoad(async () => ({ default: await load() }))) as unknown as ComponentType<Props>
  return (props) => (
    <Suspense fallback={placeholder(props)}>
      <Loaded {...props} />
    </Suspense>
  )
}

function IconPlace({ visibleFrom }: { visibleFrom?: MantineBreakpoint }) {
  return <Box w={34} h={34} {...(visibleFrom && { visibleFrom })} />
}

function SwitcherPicture({ channelId }: { channelId: string }) {
  const current = useCurrentChannel(channelId)
  return (
    current && (
      <>
        <span className={classes.slash} aria-hidden>
          /
        </span>
        <span className={classes.switcher}>
          <SwitcherFace channel={current} />
        </span>
      </>
    )
  )
}
