import { type MemberAnswer, unansweredFailures } from '@innkeeper/contract'
import { Anchor, Button, Center, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { ZonedTime } from '../../channel/zoned-time.tsx'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { Section } from '../../ui/layout.tsx'
import classes from './member-page.module.css'
import { answersQuery } from './queries.ts'

/** What they asked the bot and what it answered. */
export default function MemberAnswers({ userId, isMe }: { userId: string; isMe: boolean }) {
  const { t } = useTranslation()
  return (
    <Section
      title={t(isMe ? 'people.answers.mine' : 'people.answers.title')}
      text={t(isMe ? 'people.answers.mineText' : 'people.answers.text')}
    >
      <AnswerList userId={userId} />
    </Section>
  )
}

function AnswerList({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const list = useInfiniteQuery(answersQuery({ channelId, userId }))
  const answers = list.data?.pages.flatMap((page) => page.answers)
  if (!answers) {
    if (list.error) return <ErrorScreen inline error={list.error} onRetry={() => void list.refetch()} />
    return <Skeleton height={72} radius="md" />
  }
  if (answers.length === 0) return <Text c="dimmed">{t('people.answers.none')}</Text>
  return (
    <>
      <ol className={classes.list} aria-label={t('people.answers.list')}>
        {answers.map((answer) => (
          <Answer key={answer.send.id} answer={answer} />
        ))}
      </ol>
      {list.hasNextPage && (
        <Center>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('members.more')}
          </Button>
        </Center>
      )}
    </>
  )
}

function Answer({ answer: { send, question } }: { answer: MemberAnswer }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { messageId, texts, failure, at } = send
  const isAnswered = !unansweredFailures.some((one) => one === failure)
  return (
    <li className={classes.entry}>
      <Stack gap={4}>
        <Text fw={500} dir="auto" {...(question === null && { c: 'dimmed' })}>
          {question ?? t('people.answers.gone')}
        </Text>
        {isAnswered && (
          <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-line' }}>
            {texts.join('\n')}
          </Text>
        )}
        {failure !== null && (
          <Text size="sm" c="var(--mantine-color-error)">
            {t(`assistantParts.log.failures.${failure}`)}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          <ZonedTime at={at} />
          {messageId !== null && question !== null && (
            <>
              {' · '}
              <Anchor
                inherit
                renderRoot={(props) => (
                  <Link to="/channels/$channelId" params={{ channelId }} search={{ message: messageId }} {...props} />
                )}
              >
                {t('assistantParts.log.toMessage')}
              </Anchor>
            </>
          )}
        </Text>
      </Stack>
    </li>
  )
}
