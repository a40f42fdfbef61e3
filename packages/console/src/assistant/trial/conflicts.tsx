import type { ConflictReport, RuleDraft } from '@innkeeper/contract'
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { PersonInText } from '../../channel/person-link.tsx'
import { useFormat } from '../../ui/format/format.ts'
import { IconCheck } from '../../ui/icons/icons.ts'
import { RuleLink } from '../rule-link.tsx'
import { conflictsKey } from '../rules/conflict-hints.ts'
import classes from '../rules/rules.module.css'
import { PastTrial } from './past-trial.tsx'
import type { Span } from './use-trial.ts'

type Props = { rule?: RuleDraft; isOff?: boolean; obstacle?: string | undefined }

/** Rules that match the same messages. For a draft: the rules it would conflict with. */
export function Conflicts({ rule, isOff, obstacle }: Props) {
  const { channelId } = useChannel()
  const client = useQueryClient()
  const search = async (span: Span) => {
    const report = await api.listConflicts({ channelId, body: { ...(rule && { rule }), ...span } })
    // Shown as hints in the list of rules.
    if (!rule) client.setQueryData(conflictsKey(channelId), report)
    return report
  }
  return (
    <PastTrial of="conflicts" rule={rule} isOff={isOff} obstacle={obstacle} run={search}>
      {(report, draftId) => <Pairs report={report} draftId={draftId} />}
    </PastTrial>
  )
}

const fewPairs = 5

function Pairs({ report, draftId }: { report: ConflictReport; draftId: string | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isAll, setAll] = useState(false)
  const { pairs, messages, isComplete } = report
  if (pairs.length === 0) {
    return (
      <Alert variant="light" icon={<IconCheck size={18} />} role="status">
        {t('ruleTools.conflicts.none', { count: messages, number: format.count(messages) })}
      </Alert>
    )
  }
  return (
    <Stack gap="sm">
      <Text fw={600} role="status">
        {t('ruleTools.conflicts.found', { count: pairs.length })}
      </Text>
      {!isComplete && (
        <Text size="sm" c="dimmed">
          {t('ruleTools.replay.incomplete')}
        </Text>
      )}
      <ul className={classes.pairs} aria-label={t('assistant.tools.conflicts')}>
        {(isAll ? pairs : pairs.slice(0, fewPairs)).map((pair) => (
          <Pair key={`${pair.first.ruleId} ${pair.second.ruleId}`} pair={pair} draftId={draftId} />
        ))}
      </ul>
      {!isAll && pairs.length > fewPairs && (
        <Button variant="default" onClick={() => setAll(true)}>
          {t('ruleTools.conflicts.more', { count: pairs.length })}
        </Button>
      )}
    </Stack>
  )
}

function Pair({ pair, draftId }: { pair: ConflictReport['pairs'][number]; draftId: string | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { first, second, messages, firstWins, sample } = pair
  const name = (rule: typeof first) =>
    rule.ruleId === draftId ? (
      <Text span inherit fw={600}>
        {t('ruleTools.conflicts.thisRule')}
      </Text>
    ) : (
      <Anchor inherit fw={600} renderRoot={(props) => <RuleLink rule={rule.ruleId} {...props} />}>
        {rule.question}
      </Anchor>
    )
  return (
    <li>
      <Text size="sm">
        {t('ruleTools.conflicts.answers')} {name(first)}
        <br />
        {t('ruleTools.conflicts.silenced')} {name(second)}
      </Text>
      <Text size="sm" c="dimmed">
        {t('ruleTools.conflicts.messages', { count: messages, number: format.count(messages) })}
        {firstWins < messages && ` ${t('ruleTools.conflicts.turned', { number: format.count(messages - firstWins) })}`}
      </Text>
      {sample && (
        <Text size="sm" c="dimmed" lineClamp={2} fs="italic">
          <PersonInText
            userId={sample.sender.id}
            name={sample.sender.name}
            write={(name) => t('ruleTools.conflicts.sample', { name, text: sample.content })}
          />
        </Text>
      )}
    </li>
  )
}
