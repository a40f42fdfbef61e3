import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import icon from '../ui/icon.svg'
import classes from './front-page.module.css'
import { LanguageMenu, SchemeMenu } from './lazy-menus.tsx'
import { OfflineNote } from './offline-note.tsx'

/** A page for people who aren't signed in. */
export function FrontPage({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const { t } = useTranslation()
  useDocumentTitle(title)
  return (
    <div className={classes.page}>
      <OfflineNote />
      <Group component="header" className={classes.top}>
        <SchemeMenu />
        <LanguageMenu />
      </Group>
      <main className={classes.main}>
        <Stack align="center" gap="xs" ta="center">
          <img src={icon} alt="" width={48} height={48} />
          <Title order={1} size="h2" mt="xs">
            {title}
          </Title>
          {lead && <Text c="dimmed">{lead}</Text>}
        </Stack>
        {children}
      </main>
      <footer className={classes.foot}>
        <Anchor href="/docs" size="sm" c="dimmed">
          {t('signIn.reference')}
        </Anchor>
      </footer>
    </div>
  )
}
