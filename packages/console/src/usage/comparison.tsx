import type { Usage } from '@innkeeper/contract'
import { ActionIcon, Anchor, Button, Card, Group, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconChartBar, IconTable } from '../ui/icons/icons.ts'
import { LateSelect } from '../ui/late-fields.tsx'
import { Section } from '../ui/layout.tsx'
import { type ChannelCounter, channelCounters, rankChannels } from './figures.ts'
import classes from './usage.module.css'
import { useUsageFormat } from './use-usage-format.ts'

const ComparisonTable = lazy(async () => ({ default: (await import('./comparison-table.tsx')).ComparisonTable }))

type Channels = Usage['channels']

const atFirst = 10

/** One counter at a time as bars, or all of them as a table. */
export function Comparison({ channels }: { channels: Channels }) {
  const { t } = useTranslation()
  const [counter, setCounter] = useState<ChannelCounter>('messages')
  const [isTable, setIsTable] = useState(false)
  const name = t('usage.compare.title')
  const toggle = isTable ? t('usage.table.back', { name }) : t('usage.table.show', { name })
  const ranked = rankChannels(channels, counter)
  return (
    <Section
      title={name}
      text={t('usage.compare.text')}
      action={
        <Group gap="xs" wrap="nowrap">
          <LateSelect
            aria-label={t('usage.compare.by')}
            data={channelCounters.map((one) => ({ value: one, label: t(`usage.counters.${one}`) }))}
            value={counter}
            onChange={(value) => setCounter(value ?? 'messages')}
            allowDeselect={false}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={toggle}
            title={toggle}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? <IconChartBar size={20} stroke={1.5} /> : <IconTable size={20} stroke={1.5} />}
          </ActionIcon>
        </Group>
      }
    >
      {isTable ? (
        <Suspense fallback={<Skeleton height={200} />}>
          <ComparisonTable channels={ranked} />
        </Suspense>
      ) : (
        <Card withBorder radius="lg" padding="lg">
          <ChannelBars channels={ranked} counter={counter} />
        </Card>
      )}
    </Section>
  )
}

function ChannelBars({ channels, counter }: { channels: Channels; counter: ChannelCounter }) {
  const { t } = useTranslation()
  const format = useUsageFormat()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? channels : channels.slice(0, atFirst)
  const most = Math.max(1, ...channels.map(({ totals }) => totals[counter]))
  return (
    <>
      <ol
        className={`${classes.bars} ${classes.stacked}`}
        aria-label={t('usage.compare.list', { name: t(`usage.counters.${counter}`) })}
      >
        {shown.map(({ channelId, name, totals }) => (
          <li key={channelId} className={classes.bar}>
            <Anchor
              size="sm"
              className={classes.barName ?? ''}
              renderRoot={(props) => <Link to="/channels/$channelId/usage" params={{ channelId }} {...props} />}
            >
              {name}
            </Anchor>
            <span className={classes.track} aria-hidden>
              <span className={classes.fill} style={{ inlineSize: `${(totals[counter] / most) * 100}%` }} />
            </span>
            <span className={classes.number}>{format.value(counter, totals[counter])}</span>
          </li>
        ))}
      </ol>
      {channels.length > shown.length && (
        <Button variant="subtle" size="compact-sm" mt="md" onClick={() => setIsWhole(true)}>
          {t('usage.compare.more', { count: channels.length - shown.length })}
        </Button>
      )}
    </>
  )
}
