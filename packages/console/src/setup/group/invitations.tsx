import type { ArrivalList } from '@innkeeper/contract'
import {
  Anchor,
  Avatar,
  Button,
  Code,
  CopyButton,
  Group,
  List,
  Loader,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { CheckList } from '../platform/check-list.tsx'
import { accountQuery, type Platform, usePageLanguage } from '../queries.ts'
import { judgeArrivals } from './judge-arrivals.ts'
import { QrCode } from './qr-code.tsx'

const lookEveryMs = 2_000

/** How the bot comes into a group, for each platform, and the command that makes the sender its owner. */
export function Invitations({ platforms }: { platforms: readonly Platform[] }) {
  return (
    <Stack gap="lg">
      {platforms.map((platform) => (
        <Stack key={platform.platform} gap="md">
          {platforms.length > 1 && (
            <Title order={3} size="h5">
              {platform.name}
            </Title>
          )}
          <Invitation platform={platform} />
        </Stack>
      ))}
      <ClaimCommand />
      <Arrivals />
    </Stack>
  )
}

function Invitation({ platform }: { platform: Platform }) {
  const { t } = useTranslation()
  const language = usePageLanguage()
  const found = useQuery(accountQuery(platform.platform, language))
  const account = found.data?.account
  const codeText = platform.abilities.joinsByLink ? 'setup.group.codeForGroup' : 'setup.group.code'
  if (found.error) return <ErrorScreen inline error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton height={200} />
  if (!account) return <CheckList checks={found.data.checks} />
  return (
    <Stack gap="lg">
      <Group gap="lg" align="flex-start">
        {account.inviteUrl && <QrCode text={account.inviteUrl} label={t(codeText, { name: account.displayName })} />}
        <Stack gap="xs" flex="1 1 220px">
          <Group gap="sm" wrap="nowrap">
            <Avatar src={account.picture} name={account.displayName} alt="" />
            <div>
              <Text fw={600}>{account.displayName}</Text>
              {account.handle && (
                <Text size="sm" c="dimmed">
                  {account.handle}
                </Text>
              )}
            </div>
          </Group>
          {account.inviteUrl && <PlatformLink url={account.inviteUrl} />}
        </Stack>
      </Group>
      <List type="ordered" spacing="xs">
        {platform.invitation.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      {account.signInUrl && (
        <Text size="sm">
          {t('setup.group.signIn')} <PlatformLink url={account.signInUrl} />
        </Text>
      )}
    </Stack>
  )
}

function PlatformLink({ url }: { url: string }) {
  return (
    <Anchor size="sm" href={url} target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>
      {url}
    </Anchor>
  )
}

/** Made once per visit; a new one is made when it has expired. */
function ClaimCommand() {
  const { t } = useTranslation()
  const command = useQuery({
    queryKey: ['setup', 'claim-command'],
    queryFn: () => api.createClaimCommand(),
    staleTime: 50 * 60_000,
    refetchInterval: 50 * 60_000,
  })
  if (command.error) return <ErrorScreen inline error={command.error} onRetry={() => void command.refetch()} />
  if (!command.data) return <Skeleton height={36} />
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Code fz="md" px="sm" py={6}>
          {command.data.command}
        </Code>
        <CopyButton value={command.data.command}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? t('setup.group.copied') : t('setup.group.copy')}
            </Button>
          )}
        </CopyButton>
        <Button variant="subtle" size="xs" loading={command.isFetching} onClick={() => void command.refetch()}>
          {t('setup.group.newCode')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('setup.group.why')}
      </Text>
    </Stack>
  )
}

/** Operators see no names of groups that aren't theirs, so this says only that the bot joined one, and whether it has an owner. */
function Arrivals() {
  const { t } = useTranslation()
  const [first, setFirst] = useState<ArrivalList['arrivals']>()
  const found = useQuery({
    queryKey: ['setup', 'arrivals'],
    // An answer of an earlier visit isn't the first of this one.
    gcTime: 0,
    queryFn: () => api.listArrivals(),
    refetchInterval: lookEveryMs,
  })
  const latest = found.data?.arrivals
  if (latest && !first) setFirst(latest)
  if (!latest || !first) return <Skeleton height={24} />
  const state = judgeArrivals(first, latest)
  return (
    <Group gap="sm" role="status" wrap="nowrap" align="flex-start">
      {state !== 'owned' && state !== 'claimed' && <Loader size="xs" mt={3} aria-hidden />}
      <Text size="sm">{t(`setup.group.${state}`)}</Text>
    </Group>
  )
}
