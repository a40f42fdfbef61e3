import { Button, EmptyState } from '@mantine/core'
import { IconDoor, IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { channelKey, detailQuery, overviewQuery } from '../channel/queries.ts'
import { WholeScreen } from '../ui/whole-screen.tsx'
import { useAskWords } from './use-ask-words.ts'

/** A guest is told nothing as it happens, so the door is looked at, by the one small answer that a guest may read. */
const lookAgainMs = 4000

/** What a guest sees of a channel: that it is there, and whom to ask. It opens by itself. */
export function NoAccess({ channelId, name }: { channelId: string; name: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const overview = useQuery(overviewQuery)
  useQuery({ ...detailQuery(channelId), refetchInterval: lookAgainMs })
  const ask = useAskWords()
  const card = overview.data?.channels.find((one) => one.channelId === channelId)
  const lookAgain = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: channelKey(channelId) }),
      client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
    ])
  return (
    <WholeScreen>
      <EmptyState icon={<IconDoor stroke={1.5} />} withIndicatorBackground>
        <EmptyState.Title order={1}>{t('gate.door.title', { channel: name })}</EmptyState.Title>
        <EmptyState.Description maw={460}>
          {t('gate.door.text')} {card && ask(card.keepers)}
        </EmptyState.Description>
        <EmptyState.Actions>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={overview.isFetching}
            onClick={() => void lookAgain()}
          >
            {t('gate.checkAgain')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </WholeScreen>
  )
}
