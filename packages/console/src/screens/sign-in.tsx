import type { SignInWays } from '@innkeeper/contract'
import { Alert, Anchor, Button, Divider, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { signInWaysQuery } from '../session/queries.ts'
import { useCode } from '../session/use-code.ts'
import { useIsAdding } from '../session/use-sign-in.ts'
import { FrontPage } from '../shell/front-page.tsx'
import { ChatLinkHint, OperatorHint } from '../sign-in/hints.tsx'
import { InsecureNote } from '../sign-in/insecure-note.tsx'
import { OperatorForm } from '../sign-in/operator-form.tsx'
import { PlatformButtons } from '../sign-in/platform-buttons.tsx'
import { KeyForm, LinkForm } from '../sign-in/sign-in-forms.tsx'
import { IconInfoCircle } from '../ui/icons/icons.ts'

export default function SignInScreen() {
  const { t } = useTranslation()
  const ways = useQuery(signInWaysQuery)
  const code = useCode()
  const isAdding = useIsAdding()
  return (
    <FrontPage
      title={t(isAdding ? 'signIn.add.title' : 'signIn.title')}
      lead={t(isAdding ? 'signIn.add.lead' : 'signIn.lead')}
    >
      <SignInNotice />
      <Paper withBorder p={{ base: 'lg', xs: 'xl' }} radius="lg">
        {ways.data ? (
          <Ways code={code} {...ways.data} />
        ) : ways.error ? (
          <ErrorScreen inline error={ways.error} onRetry={() => void ways.refetch()} />
        ) : (
          <WaysSkeleton />
        )}
      </Paper>
      {code === '' && ways.data && <ForOperator ways={ways.data} />}
      {isAdding && (
        <Anchor size="sm" ta="center" renderRoot={(props) => <Link to="/account" {...props} />}>
          {t('signIn.add.back')}
        </Anchor>
      )}
    </FrontPage>
  )
}

/** Before a platform is connected, nobody but the operator can have come here. */
function isOperatorFirst({ operator, connectedPlatforms }: SignInWays): boolean {
  return operator === 'exists' && connectedPlatforms.length === 0
}

/** Nobody can have an account yet. */
function isNew({ operator, connectedPlatforms, isDemo }: SignInWays): boolean {
  return operator === 'none' && connectedPlatforms.length === 0 && !isDemo
}

/** The person who runs the service signs in with their account, or with a command if they have none. */
function ForOperator({ ways }: { ways: SignInWays }) {
  const { t } = useTranslation()
  const [isOpen, { open }] = useDisclosure(false)
  const { operator, chatLinks, keepsCookies } = ways
  if (isOperatorFirst(ways)) return null
  if (operator === 'none') return chatLinks ? <OperatorHint /> : null
  if (isOpen) {
    return (
      <Paper withBorder p={{ base: 'lg', xs: 'xl' }} radius="lg">
        <OperatorForm disabled={!keepsCookies} />
      </Paper>
    )
  }
  return (
    <Button variant="subtle" color="gray" onClick={open}>
      {t('signIn.operatorAccount.open')}
    </Button>
  )
}

type WaysProps = SignInWays & { code: string }

function Ways({ code, ...ways }: WaysProps) {
  const { t } = useTranslation()
  const { keepsCookies, chatLinks, chats, platforms, operator } = ways
  const isForOperator = isOperatorFirst(ways)
  return (
    <Stack gap="lg">
      {!keepsCookies && <InsecureNote />}
      {code === '' ? (
        <>
          <PlatformButtons platforms={platforms} disabled={!keepsCookies} />
          {/* Without a bot, only the operator can sign someone in. */}
          {chatLinks ? <ChatLinkHint chats={chats} /> : operator === 'none' && !isNew(ways) && <OperatorHint />}
          {isNew(ways) && <SetUp />}
          {isForOperator && <OperatorForm disabled={!keepsCookies} />}
          {(chatLinks || isForOperator || isNew(ways) || platforms.length > 0) && <Divider label={t('signIn.or')} />}
          <KeyForm disabled={!keepsCookies} />
        </>
      ) : (
        <LinkForm key={code} code={code} disabled={!keepsCookies} />
      )}
    </Stack>
  )
}

function SetUp() {
  const { t } = useTranslation()
  return (
    <Stack gap="md" component="section">
      <Title order={2} size="h4">
        {t('signIn.setUp.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('signIn.setUp.text')}
      </Text>
      <Button fullWidth renderRoot={(props) => <Link to="/setup" {...props} />}>
        {t('signIn.setUp.button')}
      </Button>
    </Stack>
  )
}

/** Why someone was sent to this page. */
function SignInNotice() {
  const { t } = useTranslation()
  const { problem, ended } = useSearch({ from: '/sign-in' })
  if (problem) {
    const known = problem === 'denied' || problem === 'expired' ? problem : 'failed'
    return (
      <Alert color="orange" title={t('signIn.problem.title')} icon={<IconInfoCircle />} role="alert">
        {t(`signIn.problem.${known}`)}
      </Alert>
    )
  }
  if (!ended) return null
  return (
    <Alert color="gray" title={t('signIn.ended.title')} icon={<IconInfoCircle />} role="status">
      {t('signIn.ended.text')}
    </Alert>
  )
}

function WaysSkeleton() {
  return (
    <Stack aria-busy>
      <Skeleton height={20} width="40%" />
      <Skeleton height={36} />
      <Skeleton height={36} />
    </Stack>
  )
}
