import { InnkeeperError } from '@innkeeper/client'
import { Alert, Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { useSignIn } from '../session/use-sign-in.ts'
import { SignInFailure } from './sign-in-failure.tsx'

/** Nothing is used up before the button is pressed: chats open links by themselves to show previews of them. */
export function LinkForm({ code, disabled }: { code: string; disabled: boolean }) {
  const { t } = useTranslation()
  const signIn = useSignIn(async (one: string) => {
    // Out of the history at once: it would be useless there, and seen over a shoulder.
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
    await api.signInWithLink({ body: { code: one } })
  })
  if (signIn.error instanceof InnkeeperError && signIn.error.status === 401) {
    return (
      <Stack gap="md">
        <Alert color="orange" title={t('signIn.link.invalid.title')} icon={<IconLinkOff />} role="alert">
          {t('signIn.link.invalid.text')}
        </Alert>
        <Anchor href="/sign-in" size="sm" ta="center">
          {t('signIn.link.otherWays')}
        </Anchor>
      </Stack>
    )
  }
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t('signIn.link.title')}
      </Title>
      <Text c="dimmed">{t('signIn.link.text')}</Text>
      <SignInFailure error={signIn.error} />
      <Button fullWidth disabled={disabled} loading={signIn.isPending} onClick={() => signIn.mutate(code)}>
        {t('signIn.link.submit')}
      </Button>
    </Stack>
  )
}
