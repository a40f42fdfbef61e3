import { type Explanation, type Rule, type RuleDraft, stops } from '@innkeeper/contract'
import { Alert, Anchor, Badge, Button, Group, List, Stack, Text, TextInput, ThemeIcon } from '@mantine/core'
import { useUncontrolled } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { useFormat } from '../../ui/format/format.ts'
import { IconCheck, IconInfoCircle, IconMinus, IconRobot } from '../../ui/icons/icons.ts'
import { Bubbles } from '../bubbles.tsx'
import { RuleLink } from '../rule-link.tsx'
import { explainDefeat, explainNoRule } from './explain-silence.ts'
import { triedText } from './tried-draft.ts'

const longest = 5000
const mostShown = 5

/** The draft that is tested instead of its saved form. */
type Trying = {
  rule: RuleDraft
  isOff: boolean
  /** Why it can't be tested yet. */
  obstacle: string | undefined
}

type Props = {
  rules?: readonly Rule[]
  trying?: Trying
  /** Kept by the page, if it should stay when this part is closed and opened again. */
  typed?: string
  onType?: (text: string) => void
}

/** Type a message and see which rule answers, and why. */
export function TryMessage({ rules, trying, typed, onType }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const [text, setText] = useUncontrolled({
    ...(typed !== undefined && { value: typed }),
    ...(onType && { onChange: onType }),
    finalValue: '',
  })
  const explain = useMutation({
    mutationFn: async ({ asked, rule }: { asked: string; rule: RuleDraft | undefined }) => ({
      asked,
      tried: triedText(rule),
      explanation: await api.explainAnswer({ channelId, body: { text: asked, ...(rule && { rule }) } }),
    }),
  })
  // The result of a draft must not look like that of another one.
  const data = explain.data?.tried === triedText(trying?.rule) ? explain.data : undefined
  const result = useRef<HTMLDivElement>(null)
  // On a phone the result would appear below the fold, behind the tab bar.
  const showResult = () => requestAnimationFrame(() => result.current?.scrollIntoView({ block: 'nearest' }))
  const isReady = text.trim() !== '' && trying?.obstacle === undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) explain.mutate({ asked: text, rule: trying?.rule }, { onSuccess: showResult })
  }
  const example = rules?.find(({ enabled }) => enabled)?.keywords[0]
  return (
    <Stack gap="md">
      {trying?.isOff && (
        <Alert color="gray" variant="light" icon={<IconInfoCircle size={18} />}>
          {t('ruleTools.replay.off')}
        </Alert>
      )}
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            label={t('ruleTools.test.label')}
            description={t(trying ? 'ruleTools.test.hintDraft' : 'ruleTools.test.hint')}
            placeholder={example ?? ''}
            value={text}
            maxLength={longest}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" loading={explain.isPending} disabled={!isReady}>
            {t('ruleTools.test.submit')}
          </Button>
        </Group>
      </form>
      {trying?.obstacle !== undefined && (
        <Text size="sm" c="dimmed">
          {trying.obstacle}
        </Text>
      )}
      {explain.error && <ErrorScreen inline error={explain.error} />}
      {data && (
        <div ref={result} style={{ scrollMarginBlock: 96 }}>
          <Verdict {...data} ownId={trying && (trying.rule.id ?? 'draft')} />
        </div>
      )}
    </Stack>
  )
}

/** `ownId`: what the explanation calls the draft; undefined if saved rules are tested. */
type VerdictProps = { asked: string; explanation: Explanation; ownId: string | undefined }

function Verdict({ asked, explanation, ownId }: VerdictProps) {
  const { t } = useTranslation()
  const { ruleId, texts, silence, asksModel, rules } = explanation
  const winner = rules.find((rule) => rule.ruleId === ruleId)
  return (
    <Stack gap="md" role="status">
      <Bubbles
        label={t('ruleTools.test.result')}
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
            {winner.ruleId === ownId ? (
              t('ruleTools.test.thisAnswers')
            ) : (
              <>
                {t('ruleTools.test.answers')} <RuleName rule={winner} />
              </>
            )}{' '}
            <Why rule={winner} />
          </Text>
        </Group>
      )}
      {silence && (
        <Alert color="gray" variant="light" icon={<IconMinus size={18} />} title={t('ruleTools.test.silent')}>
          <SilenceText explanation={explanation} />
        </Alert>
      )}
      {asksModel && (
        <Alert color="gray" variant="light" icon={<IconRobot size={18} />}>
          {t('ruleTools.test.asksModel')}
        </Alert>
      )}
      <Others explanation={explanation} ownId={ownId} />
    </Stack>
  )
}

/** Why nothing is sent. That no rule replies doesn't mean that none matches. */
function SilenceText({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation()
  const { silence } = explanation
  if (silence === null) return null
  const { reason, count } = explainNoRule(explanation)
  if (silence !== 'no-rule' || reason === 'none') return t(`ruleTools.silences.${silence}`)
  return t(reason === 'off' ? 'ruleTools.test.matchingOff' : 'ruleTools.test.matchingStopped', { count })
}

type ExplainedRule = Explanation['rules'][number]

/** Why the rule matched, as text. */
function Why({ rule: { mode, matchedBy, score } }: { rule: ExplainedRule }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (matchedBy === null) return null
  const percent = format.count(Math.round((score ?? 0) * 100))
  return t(`ruleTools.test.because.${mode}`, { by: matchedBy, percent })
}

/** Why other rules did not answer, starting with those that almost did. The rule being edited is always listed. */
function Others({ explanation, ownId }: Omit<VerdictProps, 'asked'>) {
  const { rules, ruleId, ruleCount } = explanation
  const { t } = useTranslation()
  const format = useFormat()
  const others = rules.filter((rule) => rule.ruleId !== ruleId)
  const near = others.filter(
    ({ matched, ruleId: id, stoppedBy }) => matched || id === ownId || stoppedBy !== 'no-match',
  )
  const shown = near.slice(0, mostShown)
  const rest = ruleCount - shown.length - (ruleId === null ? 0 : 1)
  return (
    <Stack gap={6}>
      {shown.length > 0 && (
        <List spacing={6} size="sm" icon={<IconMinus size={14} aria-hidden />} aria-label={t('ruleTools.test.others')}>
          {shown.map((rule) => (
            <List.Item key={rule.ruleId}>
              {rule.ruleId === ownId ? (
                <Badge size="sm">{t('ruleTools.test.thisRule')}</Badge>
              ) : (
                <RuleName rule={rule} />
              )}{' '}
              <Text span inherit c="dimmed">
                {rule.stoppedBy === null ? (
                  t('ruleTools.test.mayBeChosen')
                ) : (
                  <Stopped rule={rule} explanation={explanation} />
                )}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
      {rest > 0 && (
        <Text size="sm" c="dimmed">
          {t(near.length > shown.length ? 'ruleTools.test.more' : 'ruleTools.test.rest', {
            count: rest,
            number: format.count(rest),
          })}
        </Text>
      )}
    </Stack>
  )
}

function RuleName({ rule: { ruleId, question } }: { rule: ExplainedRule }) {
  return (
    <Anchor inherit fw={600} renderRoot={(props) => <RuleLink rule={ruleId} {...props} />}>
      {question}
    </Anchor>
  )
}

function Stopped({ rule, explanation }: { rule: ExplainedRule; explanation: Explanation }) {
  const { t } = useTranslation()
  const { ruleId, silence } = explanation
  const { matched, stoppedBy, matchedBy } = rule
  if (stoppedBy === null) return null
  const ofThis = isStop(stoppedBy) ? t(`ruleTools.stops.${stoppedBy}`) : ''
  const reason = silence !== null && !isStop(stoppedBy) ? t('ruleTools.test.allSilent') : ofThis
  if (!matched || matchedBy === null) return reason
  const winner = explanation.rules.find((one) => one.ruleId === ruleId)
  const defeat = stoppedBy === 'lower-priority' && winner ? explainDefeat(rule, winner) : 'priority'
  if (defeat !== 'priority') return t(`ruleTools.test.${defeat}`, { by: matchedBy })
  return `${t(ruleId === null ? 'ruleTools.test.matches' : 'ruleTools.test.matchedToo', { by: matchedBy })} ${reason}`
}

function isStop(reason: NonNullable<ExplainedRule['stoppedBy']>): reason is (typeof stops)[number] {
  return stops.some((stop) => stop === reason)
}
