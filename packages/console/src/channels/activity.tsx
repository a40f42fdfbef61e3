import '@mantine/charts/styles.layer.css'
import { Sparkline } from '@mantine/charts'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../ui/format/format.ts'

/** Messages per day, oldest first. */
export default function Activity({ counts }: { counts: readonly number[] }) {
  const { t } = useTranslation()
  const total = useFormat().count(counts.reduce((sum, count) => sum + count, 0))
  return (
    <div role="img" aria-label={t('channels.activity', { total })}>
      {/* Charts can take keyboard focus, but this one has nothing to interact with. */}
      <Sparkline
        h={56}
        data={[...counts]}
        curveType="monotone"
        color="brand"
        fillOpacity={0.25}
        strokeWidth={1.5}
        inert
      />
    </div>
  )
}
