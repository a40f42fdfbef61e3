import { type Send, type SendState, unansweredFailures } from '@innkeeper/contract'
import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { useNames } from '../../channel/members.ts'
import { PersonLink } from '../../channel/person-link.tsx'
import { ZonedTime } from '../../channel/zoned-time.tsx'
import { IconAlertTriangle, IconCheck, IconClock, IconQuestionMark } from '../../ui/icons/icons.ts'
import { RuleLink } from '../rule-link.tsx'
import classes from './log.module.css'
import { ModelChoice, type Questions } from './model-choice.tsx'
import { SentTexts } from './sent-texts.tsx'

type Props = { of: Send; questions: Questions }

/** One sent message: when, with what result, why, and its text. */
export function SendRow({ of: send, questions }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const nameOf = useNames()
  return (
    <li className={classes.send}>
      <Stack gap={6} align="flex-start">
        <Text size="sm">
          <ZonedTime at={send.at} />
        </Text>
        <State of={send.state} />
      </Stack>
      <Stack gap={8} miw={0}>
        <Cause of={send} questions={questions} />
        {send.userId !== null && (
          <Text size="sm" c="dimmed">
            {t('assistantParts.log.to')} <PersonLink userId={send.userId}>{nameOf(send.userId)}</PersonLink>
          </Text>
        )}
        {!unansweredFailures.some((failure) => failure === send.failure) && <SentTexts texts={send.texts} />}
        {send.failure && (
          <Text size="sm" c="var(--mantine-color-error)">
            {t(`assistantParts.log.failures.${send.failure}`)}
          </Text>
        )}
        {send.reason !== null && (
          <Text size="xs" c="dimmed" className={classes.words ?? ''}>
            {t('assistantParts.log.reason', { reason: send.reason })}
          </Text>
        )}
        {send.model && <ModelChoice of={send.model} questions={questions} />}
        {send.messageId !== null && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link
                to="/channels/$channelId"
                params={{ channelId }}
                search={{ message: send.messageId ?? '' }}
                {...props}
              />
            )}
          >
            {t('assistantParts.log.toMessage')}
          </Anchor>
        )}
      </Stack>
    </li>
  )
}

const states = {
  waiting: { Icon: IconClock, color: 'gray' },
  sent: { Icon: IconCheck, color: 'brand' },
  refused: { Icon: IconAlertTriangle, color: 'red' },
  unknown: { Icon: IconQuestionMark, color: 'orange' },
} as const

function State({ of: state }: { of: SendState }) {
  const { t } = useTranslation()
  const { Icon, color } = states[state]
  return (
    <Badge
      variant="light"
      color={color}
      leftSection={<Icon size={12} stroke={2} aria-hidden />}
      title={t(`assistantParts.log.states.${state}`)}
    >
      {t(`assistantParts.log.shortStates.${state}`)}
    </Badge>
  )
}

function Cause({ of: { kind, ruleId, mode, by }, questions }: Props) {
  const { t } = useTranslation()
  const question = ruleId === null ? undefined : questions?.get(ruleId)
  return (
    <Group gap="xs">
      <Text size="sm" fw={500}>
        {t(`assistantParts.log.kinds.${kind}`)}
      </Text>
      {ruleId !== null && question !== undefined && (
        <Anchor size="sm" className={classes.words ?? ''} renderRoot={(props) => <RuleLink rule={ruleId} {...props} />}>
          {question}
        </Anchor>
      )}
      {ruleId !== null && questions && question === undefined && (
        <Text size="sm" c="dimmed">
          {t('assistantParts.log.ruleGone')}
        </Text>
      )}
      {mode !== null && <Badge variant="default">{t(`assistant.modes.${mode}`)}</Badge>}
      {by === 'push' && <Badge variant="default">{t('assistantParts.log.push')}</Badge>}
    </Group>
  )
}
