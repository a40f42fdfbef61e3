import { ActionIcon, type MantineBreakpoint, Menu, useMantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotifyFailure } from '../errors/failure-notices.tsx'
import { chooseLanguage } from '../locales/i18n.ts'
import { type Language, languages } from '../locales/language.ts'
import { IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from '../ui/icons/icons.ts'

export function LanguageMenu({ visibleFrom }: { visibleFrom?: MantineBreakpoint }) {
  const { t } = useTranslation()
  return (
    <IconMenu label={t('shell.language')} icon={<IconLanguage size={18} stroke={1.75} />} visibleFrom={visibleFrom}>
      <LanguageItems />
    </IconMenu>
  )
}

/** Also used in the account menu on small screens. */
export function LanguageItems() {
  const { i18n } = useTranslation()
  const notifyFailure = useNotifyFailure()
  const choose = (value: string) => void chooseLanguage(value as Language).catch(notifyFailure)
  return (
    <Menu.RadioGroup value={i18n.language} onChange={choose}>
      {(Object.keys(languages) as Language[]).map((language) => (
        <Menu.RadioItem key={language} value={language} lang={language}>
          {languages[language]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

type IconMenuProps = { label: string; icon: ReactNode; visibleFrom: MantineBreakpoint | undefined; children: ReactNode }

/** A menu behind an icon in the header. */
function IconMenu({ label, icon, visibleFrom, children }: IconMenuProps) {
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

const schemeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const

export function SchemeMenu({ visibleFrom }: { visibleFrom?: MantineBreakpoint }) {
  const { t } = useTranslation()
  const { colorScheme } = useMantineColorScheme()
  const Icon = schemeIcons[colorScheme]
  return (
    <IconMenu label={t('shell.scheme.label')} icon={<Icon size={18} stroke={1.75} />} visibleFrom={visibleFrom}>
      <SchemeItems />
    </IconMenu>
  )
}

/** Also used in the account menu on small screens. */
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
