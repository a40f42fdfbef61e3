import { Container, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export default function MembersScreen() {
  const { t } = useTranslation()
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <Title order={1} size="h2">
        {t('members.title')}
      </Title>
    </Container>
  )
}
