import type { SignInWays } from '@innkeeper/contract'
import { Anchor, Code, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Coded } from '../ui/coded.tsx'

/** For members: the bot sends a link, and no key is needed. */
export function ChatLinkHint({ chats }: Pick<SignInWays, 'chats'>) {
  const { t } = useTranslation()
  return (
    <Stack gap={4} component="section">
      <Text component="h2" size="sm" fw={600}>
        {t('signIn.chat.title')}
      </Text>
      <Text size="sm" c="dimmed">
        <Coded text={t('signIn.chat.text')} />
      </Text>
      {chats.map(({ platform, name, url }) => (
        <Anchor key={platform} size="sm" href={url} target="_blank" rel="noopener noreferrer">
          {t('signIn.chat.open', { name })}
        </Anchor>
      ))}
    </Stack>
  )
}

/** For the person who runs the service and may not have a bot yet. */
export function OperatorHint() {
  const { t } = useTranslation()
  return (
    <Stack gap={6} component="section">
      <Text size="sm" c="dimmed">
        <Coded text={t('signIn.operator')} />
      </Text>
      <Code block>{'./innkeeper signin'}</Code>
    </Stack>
  )
}
