import type { ExportPlan } from '@innkeeper/contract'
import { Loader, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { useFormat } from '../ui/format/format.ts'
import { useJoin } from '../ui/format/join.ts'
import classes from './exports.module.css'
import { canPickFolder } from './run/folder.ts'
import { estimateBytes } from './wish.ts'

type Props = { plan: ExportPlan | undefined; formats: number; isCurrent: boolean }

/** How much an export has, before it starts. */
export function PlanSummary({ plan, formats, isCurrent }: Props) {
  const { t } = useTranslation()
  const join = useJoin()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const rows = plan &&
    plan.firstDay !== null &&
    plan.lastDay !== null && [
      [t('exports.plan.messages'), format.count(plan.messages)],
      [t('exports.plan.days'), format.dayRange(plan.firstDay, plan.lastDay)],
      [t('exports.plan.files'), format.count(plan.files)],
      [t('exports.plan.size'), t('exports.plan.atMost', { size: format.size(estimateBytes(plan, formats)) })],
    ]
  return (
    <>
      <Title order={2} size="h4">
        {t('exports.plan.title')}
      </Title>
      <div role="status">
        {!plan && <Loader size="sm" aria-label={t('exports.plan.counting')} />}
        {plan && plan.messages === 0 && <Text c="dimmed">{t('exports.plan.nothing')}</Text>}
        {rows && plan.messages > 0 && (
          <dl className={classes.figures} data-old={!isCurrent || undefined}>
            {rows.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {plan && plan.messages > 0 && (
        <Text size="sm" c="dimmed">
          {join.sentences(
            t('exports.plan.parts', { count: plan.parts.length }),
            t(canPickFolder() ? 'exports.plan.folder' : 'exports.plan.browser'),
          )}
        </Text>
      )}
    </>
  )
}
