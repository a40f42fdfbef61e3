import type { ImportDetail } from '@innkeeper/contract'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { historyFormatNames } from '../../channel/history-formats.ts'
import { useFormat } from '../../ui/format/format.ts'
import { Section } from '../../ui/layout.tsx'
import classes from '../imports.module.css'

/** Which program's file it is, and what it covers. */
export function Recognised({ detail: { figures, preview, fileSize } }: { detail: ImportDetail }) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  if (!figures) return null
  const { firstDay, lastDay, lines } = figures
  const rows: [string, string][] = [
    [t('imports.recognised.format'), historyFormatNames[figures.format]],
    ...(preview?.title ? [[t('imports.recognised.chat'), preview.title] satisfies [string, string]] : []),
    ...(firstDay && lastDay
      ? [[t('imports.recognised.days'), format.dayRange(firstDay, lastDay)] satisfies [string, string]]
      : []),
    [t('imports.recognised.lines'), format.count(lines)],
    [t('imports.recognised.size'), format.size(fileSize)],
  ]
  return (
    <Section title={t('imports.recognised.title')} text={t('imports.recognised.text')}>
      <dl className={classes.figures}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
