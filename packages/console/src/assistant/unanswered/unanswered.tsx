import type { UnansweredReport } from '@innkeeper/contract'
import { Alert, Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { useFormat } from '../../ui/format/format.ts'
import { IconInfoCircle, IconPlus, IconRefresh } from '../../ui/icons/icons.ts'
import { Section } from '../../ui/layout.tsx'
import { Facts } from '../../ui/rows.tsx'
import { NeedsBackup } from '../needs-backup.tsx'
import { useMayEdit } from '../use-may-edit.ts'
import { unansweredQuery } from './queries.ts'
import classes from './unanswered.module.css'

/** Questions that the bot didn't answer, each with a button that makes a rule of it. */
export default function UnansweredPart() {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { mayEdit, isSubscribed } = useMayEdit()
  const isAllowed = mayEdit && isSubscribed
  const found = useQuery({ ...unansweredQuery(channelId), enabled: isAllowed })
  const refresh = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={found.isFetching}
      onClick={() => void found.refetch()}
    >
      {t('assistantParts.log.refresh')}
    </Button>
  )
  return (
    <Section
      title={t('ruleTools.unanswered.title')}
      text={t('ruleTools.unanswered.text')}
      action={isAllowed && refresh}
    >
      {!mayEdit && <Alert color="gray">{t('assistant.adminsOnly')}</Alert>}
      {mayEdit && !isSubscribed && <NeedsBackup what={t('ruleTools.unanswered.needsBackup')} />}
      {isAllowed && <Found found={found} />}
    </Section>
  )
}

function Found({ found: { data, error, refetch } }: { found: ReturnType<typeof useQuery<UnansweredReport>> }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (error && !data) return <ErrorScreen inline error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <Group gap="sm" role="status">
        <Loader size="sm" type="dots" />
        <Text c="dimmed">{t('ruleTools.unanswered.loading')}</Text>
      </Group>
    )
  }
  const { questions, messages, isComplete } = data
  return (
    <Stack gap="md">
      {!isComplete && (
        <Alert color="gray" variant="light" icon={<IconInfoCircle size={18} />}>
          {t('ruleTools.unanswered.incomplete')}
        </Alert>
      )}
      {questions.length === 0 ? (
        <Text c="dimmed">{t('ruleTools.unanswered.none', { count: messages, number: format.count(messages) })}</Text>
      ) : (
        <ul className={classes.list} aria-label={t('ruleTools.unanswered.title')}>
          {questions.map((question) => (
            <Question key={question.messageId} of={question} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

function Question({ of: question }: { of: UnansweredReport['questions'][number] }) {
  const { messageId, content, lastAt, variants, messages, people } = question
  const { t } = useTranslation()
  const { channelId, timezone } = useChannel()
  const format = useFormat(timezone)
  const facts = [
    t('ruleTools.unanswered.asked', { count: messages, number: format.count(messages) }),
    ...(people > 1 ? [t('ruleTools.unanswered.people', { count: people, number: format.count(people) })] : []),
    t('ruleTools.unanswered.last', { ago: format.ago(lastAt) }),
  ]
  return (
    <li className={classes.question}>
      <div className={classes.about}>
        <Text fw={500} dir="auto" lineClamp={3}>
          {content}
        </Text>
        {variants.length > 0 && (
          <Text size="sm" dir="auto" lineClamp={2}>
            {t('ruleTools.unanswered.variants', { texts: variants.join(' · ') })}
          </Text>
        )}
        <Facts of={facts} />
      </div>
      <Group gap="sm" className={classes.actions ?? ''}>
        <Anchor
          size="sm"
          aria-label={t('ruleTools.unanswered.openLabel', { question: content })}
          renderRoot={(props) => (
            <Link to="/channels/$channelId" params={{ channelId }} search={{ message: messageId }} {...props} />
          )}
        >
          {t('ruleTools.replay.open')}
        </Anchor>
        <Button
          size="sm"
          variant="light"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-label={t('ruleTools.unanswered.makeLabel', { question: content })}
          renderRoot={(props) => (
            <Link
              to="/channels/$channelId/assistant"
              params={{ channelId }}
              search={{ rule: 'new', message: messageId }}
              {...props}
            />
          )}
        >
          {t('ruleTools.unanswered.make')}
        </Button>
      </Group>
    </li>
  )
}
