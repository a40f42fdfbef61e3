import { Anchor, Avatar, Box, Code, Container, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AccountList } from '../account/account-list.tsx'
import { Keys } from '../account/keys.tsx'
import { Notifications } from '../account/notifications.tsx'
import { OperatorAccount } from '../account/operator-account.tsx'
import { SignIns } from '../account/sign-ins.tsx'
import { picturePath } from '../api/client.ts'
import { useMe } from '../session/queries.ts'
import { useFormat } from '../ui/format/format.ts'

export default function AccountScreen() {
  const { t } = useTranslation()
  useDocumentTitle(`${t('account.title')} · ${t('shell.name')}`)
  return (
    <Container size="sm" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap={40}>
        <div>
          <Profile />
          <OwnDataLink />
        </div>
        <AccountList />
        <OperatorAccount />
        <Notifications />
        <Keys />
        <SignIns />
      </Stack>
    </Container>
  )
}

function Profile() {
  const { t } = useTranslation()
  const format = useFormat()
  const me = useMe()
  if (!me) return null
  return (
    <Group wrap="nowrap" gap="lg">
      <Avatar src={picturePath(me.pictureUrl)} size={72} alt="" />
      <Box miw={0}>
        <Title order={1} size="h3" lineClamp={2}>
          {me.displayName}
        </Title>
        <Text size="sm" c="dimmed">
          {t('account.since', { date: format.date(me.createdAt) })}
        </Text>
        <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {t('account.id')} <Code>{me.userId}</Code>
        </Text>
      </Box>
    </Group>
  )
}

function OwnDataLink() {
  const { t } = useTranslation()
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/account/data" {...props} />}>
      {t('account.data')}
    </Anchor>
  )
}
