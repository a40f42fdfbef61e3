import type { Overview } from '@innkeeper/contract'
import { Button, Container, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { overviewQuery } from '../channel/queries.ts'
import { useOwnersFrom } from '../channels/channel-access.ts'
import classes from '../channels/channel-card.module.css'
import { ChannelCard } from '../channels/channel-card.tsx'
import { anyChannel, chooseChannels, isOwnerWarned } from '../channels/choose-channels.ts'
import { NoAccessCard } from '../channels/no-access-card.tsx'
import { NoChannels, NoMatches } from '../channels/no-channels.tsx'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { loadTexts } from '../locales/i18n.ts'
import { useIsOperator } from '../session/accounts.ts'
import { useIsDisconnected } from '../session/queries.ts'
import { Coded } from '../ui/coded.tsx'
import { SlowNote } from '../ui/slow-note.tsx'

// Only for operators, who ask for it.
const InviteDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('../setup/group/invite-dialog.tsx'), loadTexts('rest', 'service')])
  return dialog
})
// Only needed with several channels.
const ChannelFilter = lazy(() => import('../channels/channel-filter.tsx'))

/** More often while something may change in the chat: a guest is given access, or an owner sends /backup on. */
function refetchMs(overview: Pick<Overview, 'channels'> | undefined): number {
  return overview?.channels.some((card) => card.role === 'guest' || isOwnerWarned(card)) ? 10_000 : 60_000
}

/** Channels with a warning come first and stay there: a card must not jump away when its button is pressed. */
function useRaised(cards: Overview['channels'] = []): ReadonlySet<string> {
  const [raised] = useState(() => new Set<string>())
  for (const card of cards) if (isOwnerWarned(card)) raised.add(card.channelId)
  return raised
}

export default function ChannelsScreen() {
  const { t } = useTranslation()
  useDocumentTitle(`${t('channels.title')} · ${t('shell.name')}`)
  return (
    <Container size="xl" py={{ base: 'lg', sm: 'xl' }} px={{ base: 'md', sm: 'xl' }}>
      <Channels />
    </Container>
  )
}

function Channels() {
  const { t } = useTranslation()
  const overview = useQuery({ ...overviewQuery, refetchInterval: ({ state }) => refetchMs(state.data) })
  const [criteria, setCriteria] = useState(anyChannel)
  const all = overview.data?.channels
  const raised = useRaised(all)
  if (!all) {
    if (overview.error) return <ErrorScreen error={overview.error} onRetry={() => void overview.refetch()} />
    return <CardSkeletons />
  }
  if (all.length === 0) {
    return <NoChannels isRefreshing={overview.isFetching} onRefresh={() => void overview.refetch()} />
  }
  const chosen = chooseChannels(all, criteria, raised)
  const privateChats = chosen.filter(({ type }) => type === 'user')
  const groups = chosen.filter(({ type }) => type !== 'user')
  return (
    <>
      <Group justify="space-between" mb="lg" gap="md">
        <div>
          <Title order={1} size="h2">
            {t('channels.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('channels.what')}
          </Text>
        </div>
        {all.length > 1 && (
          <Suspense fallback={<Skeleton height={36} width={220} />}>
            <ChannelFilter cards={all} criteria={criteria} onChange={setCriteria} />
          </Suspense>
        )}
      </Group>
      <VisuallyHidden role="status">{t('channels.shown', { count: chosen.length })}</VisuallyHidden>
      {chosen.length === 0 ? (
        <NoMatches onClear={() => setCriteria(anyChannel)} />
      ) : (
        <Stack gap="xl">
          {groups.length > 0 && <Cards cards={groups} />}
          {privateChats.length > 0 && <PrivateChats cards={privateChats} />}
        </Stack>
      )}
      <Text size="sm" c="dimmed" mt="xl">
        <Another />
      </Text>
      <InviteBot />
    </>
  )
}

function Another() {
  const { t } = useTranslation()
  const platform = useOwnersFrom()
  const owner = platform === undefined ? t('channels.empty.claim') : t('channels.empty.owned', { platform })
  return <Coded text={t('channels.another', { owner })} />
}

/** The bot's QR code and link. Only operators can look them up. */
function InviteBot() {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const isOperator = useIsOperator() ?? false
  const isDisconnected = useIsDisconnected()
  if (!isOperator || isDisconnected) return null
  return (
    <>
      <Button variant="default" mt="sm" onClick={() => setIsOpen(true)}>
        {t('channels.inviteBot')}
      </Button>
      {isOpen && (
        <Suspense>
          <InviteDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Cards({ cards }: { cards: Overview['channels'] }) {
  return (
    <ul className={classes.grid}>
      {cards.map((card) =>
        card.role === 'guest' ? (
          <NoAccessCard key={card.channelId} card={card} />
        ) : (
          <ChannelCard key={card.channelId} card={card} />
        ),
      )}
    </ul>
  )
}

/** Apart from the groups: no one else is in it, and people don't expect to find it here. */
function PrivateChats({ cards }: { cards: Overview['channels'] }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {t('channels.privateChats')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm" maw={640}>
        {t('channels.privateChatText')}
      </Text>
      <Cards cards={cards} />
    </section>
  )
}

function CardSkeletons() {
  const { t } = useTranslation()
  return (
    <div aria-busy>
      <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>
      <Skeleton height={34} width={160} mb="lg" />
      <SlowNote />
      <div className={classes.grid}>
        {[1, 2, 3].map((index) => (
          <Skeleton key={index} height={208} radius="lg" />
        ))}
      </div>
    </div>
  )
}
