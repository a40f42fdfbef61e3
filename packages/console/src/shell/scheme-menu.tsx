import { type MantineBreakpoint, Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconMenu } from './icon-menu.tsx'

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const

export function SchemeMenu({ visibleFrom }: { visibleFrom?: MantineBreakpoint }) {
  const { t } = useTranslation()
  const { colorScheme } = useMantineColorScheme()
  const Icon = icons[colorScheme]
  return (
    <IconMenu label={t('shell.scheme.label')} icon={<Icon size={18} stroke={1.75} />} visibleFrom={visibleFrom}>
      <SchemeItems />
    </IconMenu>
  )
}

/** Also inside the account's menu, where there is little room. */
export function SchemeItems() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
      {(['light', 'dark', 'auto'] as const).map((scheme) => (
        <Menu.RadioItem key={scheme} value={scheme}>
          {t(`shell.scheme.${scheme}`)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
