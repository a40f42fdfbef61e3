import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { useFormat } from '../../ui/format/format.ts'
import { Section } from '../../ui/layout.tsx'
import classes from '../imports.module.css'
import type { Preview } from './draft.ts'

/** Times when messages are known to be missing, which the file covers. */
export function ClosedGaps({ gaps }: { gaps: Preview['closes'] }) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  if (gaps.length === 0) return null
  return (
    <Section title={t('imports.gaps.title')} text={t('imports.gaps.text')}>
      <ul className={classes.lines}>
        {gaps.map(({ reason, from, to }) => (
          <li key={`${reason} ${from}`}>
            {t('imports.gaps.when', { from: format.dateTime(from), to: format.dateTime(to) })} ·{' '}
            {t(`imports.gaps.reasons.${reason}`)}
          </li>
        ))}
      </ul>
    </Section>
  )
}
