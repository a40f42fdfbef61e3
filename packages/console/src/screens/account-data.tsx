import { Anchor, Container, Group, Stack } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AccountData } from '../account/own-data.tsx'
import { IconArrowLeft } from '../ui/icons/icons.ts'

export default function AccountDataScreen() {
  const { t } = useTranslation()
  useDocumentTitle(`${t('people.kept.title')} · ${t('shell.name')}`)
  return (
    <Container size="sm" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap={40}>
        <Anchor size="sm" renderRoot={(props) => <Link to="/account" {...props} />}>
          <Group gap={4} wrap="nowrap" component="span">
            <IconArrowLeft size={16} aria-hidden />
            {t('account.title')}
          </Group>
        </Anchor>
        <AccountData />
      </Stack>
    </Container>
  )
}
