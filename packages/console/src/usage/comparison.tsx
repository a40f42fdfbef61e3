import type { Usage } from '@innkeeper/contract'
import { ActionIcon, Anchor, Button, Card, Group, Select, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconChartBar, IconTable } from '../ui/icons/icons.ts'
import { Section } from '../ui/layout.tsx'
import { type ChannelCounter, channelCounters, rankChannels, tableText } from './figures.ts'
import { CopyTable, TableFrame } from './figures-table.tsx'
import classes from './usage.module.css'
import { useUsageFormat } from './use-usage-format.ts'

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
          <Select
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
        <ComparisonTable channels={ranked} />
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

function ComparisonTable({ channels }: { channels: Usage['channels'] }) {
  const { t } = useTranslation()
  const format = useUsageFormat()
  const name = t('usage.compare.title')
  const heads = channelCounters.map((counter) => t(`usage.counters.${counter}`))
  const text = tableText(
    [t('usage.compare.channel'), ...heads],
    channels.map((channel) => [channel.name, ...channelCounters.map((counter) => channel.totals[counter])]),
  )
  return (
    <div>
      <TableFrame label={t('usage.table.label', { name })}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('usage.compare.channel')}</Table.Th>
            {channelCounters.map((counter) => (
              <Table.Th key={counter} scope="col" ta="end">
                {t(`usage.counters.${counter}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {channels.map(({ channelId, name: called, totals }) => (
            <Table.Tr key={channelId}>
              <Table.Th scope="row" fw={400} className={classes.name ?? ''}>
                <Anchor
                  size="sm"
                  renderRoot={(props) => <Link to="/channels/$channelId/usage" params={{ channelId }} {...props} />}
                >
                  {called}
                </Anchor>
              </Table.Th>
              {channelCounters.map((counter) => (
                <Table.Td key={counter} ta="end">
                  {format.value(counter, totals[counter])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </TableFrame>
      <CopyTable text={text} name={name} />
    </div>
  )
}
