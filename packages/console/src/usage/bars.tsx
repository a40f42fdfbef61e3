import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { useTranslation } from 'react-i18next'
import type { Counter, Point } from './figures.ts'
import { useUsageFormat } from './use-usage-format.ts'

type Props = { counter: Counter; points: readonly Point[]; height: number; label: string }

/** For sighted people; the table has the same data for everyone else. */
export default function Bars({ counter, points, height, label }: Props) {
  const { t } = useTranslation()
  const format = useUsageFormat()
  const data = points.map((point) => ({ at: point.from, days: format.days(point), count: point.count }))
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={height}
        data={data}
        dataKey="at"
        series={[{ name: 'count', label: t(`usage.counters.${counter}`), color: 'brand' }]}
        valueFormatter={(value) => format.value(counter, value)}
        tickLine="none"
        accessibilityLayer={false}
        maxBarWidth={28}
        barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
        xAxisProps={{ tickFormatter: format.shortDate, minTickGap: 24 }}
        yAxisProps={{
          width: 60,
          allowDecimals: false,
          tickCount: 4,
          tickFormatter: (value: number) => format.shortValue(counter, value),
        }}
        tooltipProps={{ labelFormatter: (_at, shown) => shown[0]?.payload?.days }}
      />
    </div>
  )
}
