import type { ChannelImport } from '@innkeeper/contract'
import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format/format.ts'
import { useJoin } from '../../ui/format/join.ts'
import { Section } from '../../ui/layout.tsx'
import classes from '../imports.module.css'

type Figures = NonNullable<ChannelImport['figures']>

/** How many messages are new, here already, and left out, and why. */
export function Counts({ figures }: { figures: Figures | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!figures) return null
  const leftOut = figures.leftOut.reduce((sum, { messages }) => sum + messages, 0)
  const rows = [
    ['new', figures.new],
    ['here', figures.here],
    ['leftOut', leftOut],
  ] as const
  return (
    <Section title={t('imports.counts.title')} text={t('imports.counts.text')}>
      <dl className={classes.figures}>
        {rows.map(([what, count]) => (
          <div key={what} data-what={what}>
            <dt>{t(`imports.counts.${what}`)}</dt>
            <dd>{format.count(count)}</dd>
          </div>
        ))}
      </dl>
      <Reasons figures={figures} />
    </Section>
  )
}

function Reasons({ figures: { similar, leftOut, notes } }: { figures: Figures }) {
  const { t } = useTranslation()
  const format = useFormat()
  const join = useJoin()
  const what = notes.map(({ what: note, times }) =>
    t(`imports.notes.${note}`, { count: times, times: format.count(times) }),
  )
  return (
    <Stack gap={4}>
      {similar > 0 && (
        <Text size="sm">{t('imports.counts.similar', { count: similar, messages: format.count(similar) })}</Text>
      )}
      {leftOut.map(({ reason, messages }) => (
        <Text key={reason} size="sm">
          {t(`imports.leftOut.${reason}`, { count: messages, messages: format.count(messages) })}
        </Text>
      ))}
      {what.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('imports.counts.notes', { what: join.list(what) })}
        </Text>
      )}
    </Stack>
  )
}
