import type { ImportDetail } from '@innkeeper/contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActor, useChannel } from '../../channel/channel.ts'
import { ChooseFile } from '../../ui/choose-file.tsx'
import { TimezoneSelect } from '../../ui/timezone-select.tsx'
import { ImportFailure, ProblemNote, useProblemText } from '../import-failure.tsx'
import { findImportProblem } from '../import-problem.ts'
import classes from '../imports.module.css'
import { useChangeChoices, useMove } from '../queries.ts'
import { FileHelp } from '../upload/file-help.tsx'
import { historyFiles } from '../upload/upload-area.tsx'
import { DropButton } from './drop-button.tsx'

type Props = { detail: ImportDetail; onClose(): void; onFile(file: File): void }

/** Why the file can't be imported, and what to do. */
export function RefusedView({ detail: { number, reason, choices }, onClose, onFile }: Props) {
  const { t } = useTranslation()
  const { canWrite } = useActor()
  const problemText = useProblemText()
  const sentence = reason ?? ''
  const problem = findImportProblem(sentence)
  return (
    <Stack gap="md">
      <ProblemNote title={t('imports.refused.title')}>{problem ? problemText(problem) : sentence}</ProblemNote>
      <Text size="sm" c="dimmed">
        {t('imports.refused.nothing')}
      </Text>
      {problem?.why === 'foreign' && canWrite && <Foreign number={number} zone={choices?.timezone ?? null} />}
      <Group align="flex-start">
        {canWrite && <Replace number={number} onFile={onFile} />}
        <DropButton number={number} onDropped={onClose} />
      </Group>
      {(problem?.why === 'notHistory' || problem?.why === 'empty') && <FileHelp />}
    </Stack>
  )
}

/** Another file takes the place of the one that can't be imported. */
function Replace({ number, onFile }: { number: number; onFile(file: File): void }) {
  const { t } = useTranslation()
  const drop = useMove('deleteImport')
  return (
    <Stack gap="xs" align="flex-start">
      <ChooseFile
        accept={historyFiles}
        loading={drop.isPending}
        onFile={(file) => drop.mutate(number, { onSuccess: () => onFile(file) })}
      >
        {t('imports.refused.another')}
      </ChooseFile>
      {drop.error && <ImportFailure error={drop.error} />}
    </Stack>
  )
}

/** Few messages agree with those that are here. That has three reasons. */
function Foreign({ number, zone }: { number: number; zone: string | null }) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const [chosen, setChosen] = useState(zone ?? timezone)
  const change = useChangeChoices(number)
  return (
    <Stack gap="md" className={classes.card ?? ''}>
      <Text>{t('imports.refused.foreign')}</Text>
      <Group align="flex-end">
        <TimezoneSelect label={t('imports.zone.label')} value={chosen} onChange={setChosen} />
        <Button variant="light" loading={change.isPending} onClick={() => change.mutate({ timezone: chosen })}>
          {t('imports.refused.readAgain')}
        </Button>
      </Group>
      <Text>{t('imports.refused.anywayText')}</Text>
      <Group>
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ anyway: true })}>
          {t('imports.refused.anyway')}
        </Button>
      </Group>
      {change.error && <ImportFailure error={change.error} />}
    </Stack>
  )
}
