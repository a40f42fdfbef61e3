import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { useSettingText } from '../errors/service-settings/use-setting-text.ts'
import type { Texts } from '../locales/language.ts'
import { useFormat } from '../ui/format/format.ts'
import { useJoin } from '../ui/format/join.ts'
import { Section } from '../ui/layout.tsx'
import { RowSkeletons } from '../ui/rows.tsx'
import { actionKeyOf, type LogLine, linesOf } from './operator-log.ts'
import { operatorLogQuery } from './queries.ts'
import classes from './service-settings.module.css'

const step = 10

/** What operators did, newest first. */
export function OperatorChanges() {
  const { t } = useTranslation()
  const log = useQuery(operatorLogQuery)
  return (
    <Section title={t('serviceSettings.changes.title')} text={t('serviceSettings.changes.text')}>
      {log.data ? (
        <Lines lines={linesOf(log.data.entries)} />
      ) : log.error ? (
        <ErrorScreen inline error={log.error} onRetry={() => void log.refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </Section>
  )
}

function Lines({ lines }: { lines: readonly LogLine[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const lineText = useLineText()
  const [most, setMost] = useState(step)
  if (lines.length === 0) return <Text c="dimmed">{t('serviceSettings.changes.none')}</Text>
  return (
    <>
      <ul className={classes.entries} aria-label={t('serviceSettings.changes.title')}>
        {lines.slice(0, most).map((line) => (
          <li key={line.key} className={classes.entry}>
            <Text size="sm">{lineText(line)}</Text>
            <Text size="xs" c="dimmed" mt={2}>
              <time dateTime={line.at}>{format.dateTime(line.at)}</time>
            </Text>
          </li>
        ))}
      </ul>
      {lines.length > most && (
        <Group>
          <Button variant="default" onClick={() => setMost(most + step * 2)}>
            {t('serviceSettings.changes.more')}
          </Button>
        </Group>
      )}
    </>
  )
}

type Actions = Texts['serviceSettings']['changes']['actions']

function useLineText(): (line: LogLine) => string {
  const { t, i18n } = useTranslation()
  const join = useJoin()
  const settingText = useSettingText()
  return ({ actor, action, subjects }) => {
    const key = actionKeyOf(action)
    const isKnown = i18n.exists(`serviceSettings.changes.actions.${key}`)
    return t(`serviceSettings.changes.actions.${isKnown ? (key as keyof Actions) : 'other'}`, {
      actor: actor === 'the command line' ? t('serviceSettings.changes.commandLine') : actor,
      names: join.list(subjects.map(settingText.label)),
      action,
    })
  }
}
