import { Anchor, Container, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NoRights } from '../operator/no-rights.tsx'
import { ServiceSettings } from '../service-settings/service-settings.tsx'
import { useIsOperator } from '../session/accounts.ts'
import { useMe } from '../session/queries.ts'
import { IconArrowLeft } from '../ui/icons/icons.ts'

export default function ServiceSettingsScreen() {
  const { t } = useTranslation()
  const me = useMe()
  const isOperator = useIsOperator()
  useDocumentTitle(`${t('serviceSettings.title')} · ${t('shell.name')}`)
  if (!me) return null
  if (!isOperator) return <NoRights userId={me.userId} />
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="xl">
        <div>
          <Anchor size="sm" renderRoot={(props) => <Link to="/operator" {...props} />}>
            <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {t('operator.title')}
          </Anchor>
          <Title order={1} size="h2" mt={4}>
            {t('serviceSettings.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('serviceSettings.lead')}
          </Text>
        </div>
        <ServiceSettings />
      </Stack>
    </Container>
  )
}
