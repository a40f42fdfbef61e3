import type { ReplayReport, RuleDraft } from '@innkeeper/contract'
import { Alert, Anchor, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { PersonLink } from '../../channel/person-link.tsx'
import { useFormat } from '../../ui/format/format.ts'
import { IconInfoCircle } from '../../ui/icons/icons.ts'
import { Bubbles } from '../bubbles.tsx'
import { RuleLink } from '../rule-link.tsx'
import { PastTrial } from './past-trial.tsx'
import { pickSpread } from './spread.ts'

const ReplayChart = lazy(() => import('./replay-chart.tsx'))

type Props = {
  /** Replaces the rule with the same id, or is added to all others. Without it, the saved assistant is tried. */
  rule?: RuleDraft
  isOff?: boolean
  /** Why the trial cannot run yet. */
  obstacle?: string | undefined
}

/** What would have been answered in the chosen days. */
export function Replay({ rule, isOff, obstacle }: Props) {
  const { channelId } = useChannel()
  // A draft without a mode uses the channel's, which is by keywords in nearly all of them.
  const matchesWords = (rule?.match ?? 'keyword') === 'keyword'
  return (
    <PastTrial
      of="replay"
      rule={rule}
      isOff={isOff}
      obstacle={obstacle}
      run={(span) => api.replayAssistant({ channelId, body: { ...(rule && { rule }), ...span } })}
    >
      {(report, draftId) => <Report report={report} draftId={draftId} matchesWords={matchesWords} />}
    </PastTrial>
  )
}

const fewSamples = 5

type ReportProps = { report: ReplayReport; draftId: string | undefined; matchesWords: boolean }

function Report({ report, draftId, matchesWords }: ReportProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { hits, messages, daily, rules, silence, isComplete, skippedModel } = report
  const own = draftId === undefined ? hits : (rules.find(({ ruleId }) => ruleId === draftId)?.hits ?? 0)
  const samples = report.samples.filter(({ ruleId }) => draftId === undefined || ruleId === draftId)
  const values = { count: own, number: format.count(own), messages: format.count(messages) }
  return (
    <Stack gap="md">
      <Text fw={600} role="status">
        {t(draftId === undefined ? 'ruleTools.replay.hits' : 'ruleTools.replay.draftHits', values)}
      </Text>
      {report.draftMatched === false && messages > 0 && matchesWords && <Note>{t('ruleTools.replay.noWords')}</Note>}
      {silence && <Note>{t('ruleTools.replay.silence', { reason: t(`ruleTools.silences.${silence}`) })}</Note>}
      {!isComplete && <Note>{t('ruleTools.replay.incomplete')}</Note>}
      {skippedModel > 0 && (
        <Note>{t('ruleTools.replay.skippedModel', { count: skippedModel, number: format.count(skippedModel) })}</Note>
      )}
      {hits > 0 && (
        <Suspense fallback={<Skeleton h={180} />}>
          <ReplayChart daily={daily} isDraft={draftId !== undefined} />
        </Suspense>
      )}
      {draftId === undefined && <PerRule rules={rules} />}
      <Samples key={report.from + report.to + hits} samples={samples} total={own} />
    </Stack>
  )
}

function Note({ children }: { children: string }) {
  return (
    <Alert color="gray" variant="light" icon={<IconInfoCircle size={18} />}>
      {children}
    </Alert>
  )
}

function PerRule({ rules }: { rules: ReplayReport['rules'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const most = rules[0]?.hits ?? 1
  return (
    <Stack gap={6} component="ul" p={0} m={0} aria-label={t('ruleTools.replay.perRule')} style={{ listStyle: 'none' }}>
      {rules.slice(0, 10).map(({ ruleId, question, hits }) => (
        <li key={ruleId}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Anchor size="sm" truncate renderRoot={(props) => <RuleLink rule={ruleId} {...props} />}>
              {question}
            </Anchor>
            <Text size="sm" c="dimmed">
              {format.count(hits)}
            </Text>
          </Group>
          <Progress value={(hits / most) * 100} size="xs" aria-hidden />
        </li>
      ))}
    </Stack>
  )
}

type SamplesProps = {
  samples: ReplayReport['samples']
  /** How many messages would have had a reply. The samples may be only some of them. */
  total: number
}

function Samples({ samples, total }: SamplesProps) {
  const { t } = useTranslation()
  const { channelId, timezone } = useChannel()
  const format = useFormat(timezone)
  const [isAll, setAll] = useState(false)
  if (samples.length === 0) return null
  const shown = isAll ? samples : pickSpread(samples, fewSamples)
  const isComplete = samples.length === total
  return (
    <Stack gap="sm" component="section" aria-label={t('ruleTools.replay.samples')}>
      {shown.length > 1 && shown.length < total && (
        <Text size="sm" c="dimmed">
          {t('ruleTools.replay.fewSamples', { count: shown.length })}
        </Text>
      )}
      {shown.toReversed().map(({ messageId, timestamp, sender, content, matchedBy, texts }) => (
        <Stack key={messageId} gap={4}>
          <Bubbles
            label={t('ruleTools.replay.sample', { name: sender.name, at: format.dateTime(timestamp) })}
            bubbles={[
              {
                from: 'member',
                name: (
                  <>
                    <PersonLink userId={sender.id} target="_blank">
                      <bdi>{sender.name}</bdi>
                    </PersonLink>
                    {` · ${format.dateTime(timestamp)}`}
                  </>
                ),
                text: content,
              },
              ...texts.map((text) => ({ from: 'bot' as const, text })),
            ]}
          />
          <Text size="xs" c="dimmed" ms="auto">
            {t('ruleTools.replay.matched', { words: matchedBy })}
          </Text>
          <Anchor
            size="xs"
            ms="auto"
            // In a new tab: the draft that is being tried isn't saved yet.
            target="_blank"
            renderRoot={(props) => (
              <Link to="/channels/$channelId" params={{ channelId }} search={{ message: messageId }} {...props} />
            )}
          >
            {t('ruleTools.replay.open')}
          </Anchor>
        </Stack>
      ))}
      {!isAll && samples.length > fewSamples && (
        <Button variant="default" onClick={() => setAll(true)}>
          {isComplete
            ? t('ruleTools.replay.more', { count: samples.length })
            : t('ruleTools.replay.moreSamples', { count: samples.length, total: format.count(total) })}
        </Button>
      )}
    </Stack>
  )
}
