import '@mantine/charts/styles.layer.css'
import type { ReplayReport } from '@innkeeper/contract'
import { BarChart } from '@mantine/charts'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format/format.ts'

/** Answers per day. For a draft, beside those of all other rules. */
export default function ReplayChart({ daily, isDraft }: { daily: ReplayReport['daily']; isDraft: boolean }) {
  const { t } = useTranslation()
  const days = useFormat('UTC')
  const [draft, others] = [t('ruleTools.replay.thisRule'), t('ruleTools.replay.otherRules')]
  const data = daily.map(({ date, hits, draftHits = 0 }) => ({
    day: days.date(`${date}T00:00:00Z`),
    [draft]: draftHits,
    [others]: hits - draftHits,
  }))
  const busiest = daily.reduce((most, one) => (one.hits > most.hits ? one : most), { date: '', hits: 0 })
  return (
    <div
      role="img"
      aria-label={t('ruleTools.replay.chart', {
        total: days.count(daily.reduce((sum, { hits }) => sum + hits, 0)),
        day: busiest.date && days.date(`${busiest.date}T00:00:00Z`),
        most: days.count(busiest.hits),
      })}
    >
      {/* Charts can take keyboard focus, but this one has nothing to interact with. */}
      <BarChart
        h={180}
        data={data}
        dataKey="day"
        type="stacked"
        series={[
          ...(isDraft ? [{ name: draft, color: 'brand' }] : []),
          {
            name: others,
            color: isDraft ? 'gray.5' : 'brand',
            label: isDraft ? others : t('ruleTools.replay.answers'),
          },
        ]}
        withLegend={isDraft}
        maxBarWidth={28}
        gridAxis="x"
        tickLine="none"
        yAxisProps={{ allowDecimals: false, width: 32 }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  )
}
