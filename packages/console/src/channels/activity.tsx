import '@mantine/charts/styles.layer.css'
import { Sparkline } from '@mantine/charts'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../ui/format/format.ts'

/** Messages a day, oldest first. */
export default function Activity({ counts }: { counts: readonly number[] }) {
  const { t } = useTranslation()
  const total = useFormat().count(counts.reduce((sum, count) => sum + count, 0))
  return (
    <div role="img" aria-label={t('channels.activity', { total })}>
      {/* Charts take the keyboard's focus, and there is nothing to do in this one. */}
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
