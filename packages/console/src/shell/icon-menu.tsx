import { ActionIcon, type MantineBreakpoint, Menu } from '@mantine/core'
import type { ReactNode } from 'react'

type IconMenuProps = { label: string; icon: ReactNode; visibleFrom: MantineBreakpoint | undefined; children: ReactNode }

/** A menu behind an icon of the header. */
export function IconMenu({ label, icon, visibleFrom, children }: IconMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} {...(visibleFrom && { visibleFrom })}>
          {icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
