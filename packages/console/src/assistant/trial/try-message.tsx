import { type Explanation, type Rule, stops } from '@innkeeper/contract'
import { Alert, Anchor, Badge, Button, Group, List, Stack, Text, TextInput, ThemeIcon } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { useFormat } from '../../ui/format/format.ts'
import { IconCheck, IconMinus, IconRobot } from '../../ui/icons/icons.ts'
import { Bubbles } from '../bubbles.tsx'
import { RuleLink } from '../rule-link.tsx'
import { explainNoRule, wouldReplyIfOn } from './explain-silence.ts'

const longest = 5000
const mostShown = 5

/** Type a message and see which saved rule answers, and why. `own`: the rule being edited. */
export function TryMessage({ rules, own }: { rules?: readonly Rule[]; own?: Rule }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const [text, setText] = useState('')
  const explain = useMutation({
    mutationFn: async (asked: string) => ({
      asked,
      explanation: await api.explainAnswer({ channelId, body: { text: asked } }),
    }),
  })
  const { mutate, data } = explain
  const result = useRef<HTMLDivElement>(null)
  // On a phone the result would appear below the fold, behind the tab bar.
  const showResult = () => requestAnimationFrame(() => result.current?.scrollIntoView({ block: 'nearest' }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') mutate(text, { onSuccess: showResult })
  }
  const asked = useRef<string>(undefined)
  asked.current = data?.asked
  // The result is about the saved rules, so it's updated when the rule is saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the rule was saved
  useEffect(() => {
    if (asked.current !== undefined) mutate(asked.current)
  }, [own?.updatedAt, mutate])
  const example = rules?.find(({ enabled }) => enabled)?.keywords[0]
  return (
    <Stack gap="md">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            label={t('assistant.test.label')}
            description={t(own === undefined ? 'assistant.test.hint' : 'assistant.test.hintSaved')}
            placeholder={example ?? ''}
            value={text}
            maxLength={longest}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" loading={explain.isPending} disabled={text.trim() === ''}>
            {t('assistant.test.submit')}
          </Button>
        </Group>
      </form>
      {explain.error && <ErrorScreen inline error={explain.error} />}
      {data && (
        <div ref={result} style={{ scrollMarginBlock: 96 }}>
          <Verdict {...data} own={own} />
        </div>
      )}
    </Stack>
  )
}

type VerdictProps = { asked: string; explanation: Explanation; own: Rule | undefined }

function Verdict({ asked, explanation, own }: VerdictProps) {
  const { t } = useTranslation()
  const { ruleId, texts, silence, asksModel, rules } = explanation
  const winner = rules.find((rule) => rule.ruleId === ruleId)
  return (
    <Stack gap="md" role="status">
      <Bubbles
        label={t('assistant.test.result')}
        bubbles={[
          { from: 'member', name: t('assistant.you'), text: asked },
          ...texts.map((text) => ({ from: 'bot' as const, text })),
        ]}
      />
      {winner && (
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <ThemeIcon size={22} radius="xl" aria-hidden>
            <IconCheck size={14} />
          </ThemeIcon>
          <Text size="sm">
            {t('assistant.test.answers')}{' '}
            <Anchor inherit fw={600} renderRoot={(props) => <RuleLink rule={winner.ruleId} {...props} />}>
              {winner.question}
            </Anchor>{' '}
            <Why rule={winner} />
          </Text>
        </Group>
      )}
      {silence && (
        <Alert color="gray" variant="light" icon={<IconMinus size={18} />} title={t('assistant.test.silent')}>
          <SilenceText explanation={explanation} />
        </Alert>
      )}
      {asksModel && (
        <Alert color="gray" variant="light" icon={<IconRobot size={18} />}>
          {t('assistant.test.asksModel')}
        </Alert>
      )}
      <Others explanation={explanation} own={own} />
    </Stack>
  )
}

/** Why nothing is sent. That no rule replies doesn't mean that none matches. */
function SilenceText({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation()
  const { silence } = explanation
  if (silence === null) return null
  const { reason, count } = explainNoRule(explanation)
  if (silence !== 'no-rule' || reason === 'none') return t(`assistant.silences.${silence}`)
  return t(reason === 'off' ? 'assistant.test.matchingOff' : 'assistant.test.matchingStopped', { count })
}

type ExplainedRule = Explanation['rules'][number]

/** Why the rule matched, as text. */
function Why({ rule: { mode, matchedBy, score } }: { rule: ExplainedRule }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (matchedBy === null) return null
  const percent = format.count(Math.round((score ?? 0) * 100))
  return t(`assistant.test.because.${mode}`, { by: matchedBy, percent })
}

/** Why other rules did not answer, starting with those that almost did. The rule being edited is always listed. */
function Others({ explanation, own }: Omit<VerdictProps, 'asked'>) {
  const { rules, ruleId, ruleCount } = explanation
  const { t } = useTranslation()
  const format = useFormat()
  const others = rules.filter((rule) => rule.ruleId !== ruleId)
  const near = others.filter(
    ({ matched, ruleId: id, stoppedBy }) => matched || id === own?.id || stoppedBy !== 'no-match',
  )
  const shown = near.slice(0, mostShown)
  const rest = ruleCount - shown.length - (ruleId === null ? 0 : 1)
  return (
    <Stack gap={6}>
      {shown.length > 0 && (
        <List spacing={6} size="sm" icon={<IconMinus size={14} aria-hidden />} aria-label={t('assistant.test.others')}>
          {shown.map((rule) => (
            <List.Item key={rule.ruleId}>
              <Anchor inherit renderRoot={(props) => <RuleLink rule={rule.ruleId} {...props} />}>
                {rule.question}
              </Anchor>{' '}
              {rule.ruleId === own?.id && <Badge size="xs">{t('assistant.test.thisRule')}</Badge>}{' '}
              <Text span inherit c="dimmed">
                {rule.stoppedBy === null ? (
                  t('assistant.test.mayBeChosen')
                ) : (
                  <Stopped rule={rule} explanation={explanation} own={own} />
                )}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
      {rest > 0 && (
        <Text size="sm" c="dimmed">
          {t(near.length > shown.length ? 'assistant.test.more' : 'assistant.test.rest', {
            count: rest,
            number: format.count(rest),
          })}
        </Text>
      )}
    </Stack>
  )
}

type StoppedProps = Omit<VerdictProps, 'asked'> & { rule: ExplainedRule }

function Stopped({ rule, explanation, own }: StoppedProps) {
  const { t } = useTranslation()
  const { ruleId, silence } = explanation
  const { matched, stoppedBy, matchedBy } = rule
  if (stoppedBy === null) return null
  const isOwnOff = rule.ruleId === own?.id && wouldReplyIfOn(explanation, own)
  const ofThis = isStop(stoppedBy) ? t(isOwnOff ? 'assistant.test.wouldReply' : `assistant.stops.${stoppedBy}`) : ''
  const reason = silence !== null && !isStop(stoppedBy) ? t('assistant.test.allSilent') : ofThis
  if (!matched || matchedBy === null) return reason
  return `${t(ruleId === null ? 'assistant.test.matches' : 'assistant.test.matchedToo', { by: matchedBy })} ${reason}`
}

function isStop(reason: NonNullable<ExplainedRule['stoppedBy']>): reason is (typeof stops)[number] {
  return stops.some((stop) => stop === reason)
}
