import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { useFormat } from '../../ui/format/format.ts'
import { IconDownload, IconPlayerStopFilled } from '../../ui/icons/icons.ts'
import classes from '../exports.module.css'
import { FormatNames } from '../format-choice.tsx'
import { FailedNote } from './failed-note.tsx'
import { type KeptExport, missingParts, progressOf } from './kept-export.ts'
import { PartRow } from './part-row.tsx'
import type { LeftOut } from './save-part.ts'
import type { ExportRun } from './use-export-run.ts'

/** An export under way, unfinished or finished, with all of its parts. */
export function RunView({ kept, run }: { kept: KeptExport; run: ExportRun }) {
  const { t } = useTranslation()
  const { arriving, failed } = run
  const missing = missingParts(kept)
  const [done, total] = [kept.parts.length - missing.length, kept.parts.length]
  const isRunning = arriving !== undefined
  const inFolder = kept.folder !== null
  return (
    <Stack gap="md">
      <Stack gap="sm" className={classes.card ?? ''} component="section">
        <Title order={2} size="h4">
          {t('exports.run.title')}
        </Title>
        <FormatNames formats={kept.formats} />
        <Text role="status" className={classes.state ?? ''}>
          {t(inFolder ? 'exports.run.progress' : 'exports.run.started', { done, total })}
        </Text>
        <Progress.Root size="md">
          <Progress.Section
            value={progressOf(kept, arriving?.bytes)}
            animated={isRunning}
            aria-label={t('exports.run.title')}
          />
        </Progress.Root>
        {kept.folder && <Text size="sm">{t('exports.run.folder', { folder: kept.folder.name })}</Text>}
        {missing.length > 0 && !isRunning && (
          <Text size="sm">{t(inFolder ? 'exports.run.unfinished' : 'exports.run.oneByOne')}</Text>
        )}
        {missing.length === 0 && total > 1 && <Text size="sm">{t('exports.run.unpack')}</Text>}
        {kept.leftOut && <LeftOutNote of={kept.leftOut} />}
        <Actions kept={kept} run={run} />
        {failed && <FailedNote failed={failed} />}
      </Stack>
      <ul className={classes.parts} aria-label={t('exports.run.label')}>
        {kept.parts.map((part) => (
          <PartRow
            key={part.id}
            part={part}
            savedBytes={kept.done[part.id]}
            arriving={arriving?.partId === part.id ? arriving : undefined}
            isFailed={failed?.partId === part.id}
            onDownload={inFolder ? undefined : () => void run.hand(part.id)}
          />
        ))}
      </ul>
    </Stack>
  )
}

function LeftOutNote({ of: { messages, files } }: { of: LeftOut }) {
  const { t } = useTranslation()
  const format = useFormat()
  const say = (what: 'messages' | 'files', count: number) =>
    count > 0 && <Text size="sm">{t(`exports.run.leftOut.${what}`, { total: format.count(count) })}</Text>
  return (
    <>
      {say('messages', messages)}
      {say('files', files)}
    </>
  )
}

function Actions({ kept, run }: { kept: KeptExport; run: ExportRun }) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const [next] = missingParts(kept)
  if (run.arriving) {
    return (
      <Group>
        <Button variant="default" leftSection={<IconPlayerStopFilled size={14} />} onClick={run.cancel}>
          {t('exports.run.cancel')}
        </Button>
      </Group>
    )
  }
  return (
    <Group>
      {next && kept.folder && <Button onClick={() => void run.proceed(kept)}>{t('exports.run.continue')}</Button>}
      {next && !kept.folder && (
        <Button leftSection={<IconDownload size={16} />} onClick={() => void run.hand(next.id)}>
          {t('exports.run.next', { part: format.month(next.month) })}
        </Button>
      )}
      <Button variant="default" onClick={() => void run.discard()}>
        {t('exports.run.newOne')}
      </Button>
    </Group>
  )
}
