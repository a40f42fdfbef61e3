import { type MantineBreakpoint, Menu } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTellFailure } from '../errors/use-tell-failure.ts'
import { type Language, languages } from '../locales/language.ts'
import { chooseLanguage } from '../locales/words.ts'
import { IconMenu } from './icon-menu.tsx'

export function LanguageMenu({ visibleFrom }: { visibleFrom?: MantineBreakpoint }) {
  const { t } = useTranslation()
  return (
    <IconMenu label={t('shell.language')} icon={<IconLanguage size={18} stroke={1.75} />} visibleFrom={visibleFrom}>
      <LanguageItems />
    </IconMenu>
  )
}

/** Also inside the account's menu, where there is little room. */
export function LanguageItems() {
  const { i18n } = useTranslation()
  const tellFailure = useTellFailure()
  const choose = (value: string) => void chooseLanguage(value as Language).catch(tellFailure)
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
