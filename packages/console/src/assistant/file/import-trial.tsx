import { InnkeeperError } from '@innkeeper/client'
import type { ImportReport } from '@innkeeper/contract'
import { Alert, Button, Group, List, Loader, Paper, Radio, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { channelKey } from '../../channel/queries.ts'
import { FailureNote } from '../../errors/failure-notices.tsx'
import { useRefusalText } from '../../errors/use-failure-text.ts'
import { ChooseFile } from '../../ui/choose-file.tsx'
import { Coded } from '../../ui/coded.tsx'
import { useFormat } from '../../ui/format/format.ts'
import { useJoin } from '../../ui/format/join.ts'
import { ReportCounts, ReportView } from '../versions/report-view.tsx'
import { useNotifyWithUndo } from '../versions/use-restore.tsx'
import { type FileProblemWhy, findFileProblem } from './file-problem.ts'
import { type FileContent, findPosition } from './read-file.ts'
import { Refused } from './refused.tsx'
import { useTableProblemText } from './use-table-problem-text.ts'

type Mode = 'merge' | 'replace'
type Props = {
  name: string
  sizeBytes: number
  content: FileContent
  onEnd: () => void
  another: { accept: string; onFile(file: File): void }
}

/** A parsed file: what it would change, and the button that imports it. */
export function ImportTrial({ name, sizeBytes, content, onEnd, another }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const format = useFormat()
  const id = useId()
  const [mode, setMode] = useState<Mode>('merge')
  const trial = useQuery({
    queryKey: [...channelKey(channelId), 'import', id, mode],
    queryFn: () => api.importAssistant({ channelId, body: { ...content, mode, dryRun: true } }),
    // The result depends on the current rules, and an invalid file stays invalid.
    gcTime: 0,
    retry: false,
  })
  const importing = useImport(content, mode, onEnd)
  const isNothing = trial.data?.changes.length === 0
  const deleted = trial.data?.deleted ?? 0
  return (
    <Paper withBorder p="lg" radius="lg">
      <Stack gap="lg">
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {t('assistantParts.file.import.chosen', { name, size: format.size(sizeBytes) })}
        </Text>
        <Radio.Group
          label={t('assistantParts.file.import.mode')}
          value={mode}
          onChange={(value) => setMode(value as Mode)}
        >
          <Group gap="lg" mt={6}>
            <Radio value="merge" label={t('assistantParts.file.import.merge')} />
            <Radio value="replace" label={t('assistantParts.file.import.replace')} />
          </Group>
        </Radio.Group>
        <WouldChange report={trial.data} error={importing.error ?? trial.error} name={name} />
        <Group>
          <Button
            disabled={!trial.data || isNothing || trial.isFetching}
            loading={importing.isPending}
            {...(deleted > 0 && { color: 'red' })}
            onClick={() => importing.mutate()}
          >
            {deleted > 0
              ? t('assistantParts.file.import.startDeleting', { count: deleted })
              : t('assistantParts.file.import.start')}
          </Button>
          {trial.error ? (
            <ChooseFile {...another} variant="default">
              {t('assistantParts.file.import.another')}
            </ChooseFile>
          ) : (
            <Button variant="default" disabled={importing.isPending} onClick={onEnd}>
              {t('assistantParts.file.import.cancel')}
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  )
}

function useImport(content: FileContent, mode: Mode, onEnd: () => void) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const client = useQueryClient()
  const notifyWithUndo = useNotifyWithUndo(channelId, { stays: true })
  return useMutation({
    mutationFn: () => api.importAssistant({ channelId, body: { ...content, mode } }),
    onSuccess: ({ version }) => {
      notifyWithUndo(t('assistantParts.file.import.done'), version)
      onEnd()
      return client.invalidateQueries({ queryKey: channelKey(channelId) })
    },
  })
}

function useProblemText(): (sentence: string) => string {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  // Key and values belong together, but the types cannot express which values go with which key.
  const say = t as (
    key: `assistantParts.file.import.problems.${FileProblemWhy}`,
    gaps: Record<string, string>,
  ) => string
  return (sentence) => {
    const problem = findFileProblem(sentence)
    return problem ? say(`assistantParts.file.import.problems.${problem.why}`, problem.gaps) : refusalText(sentence)
  }
}

type WouldProps = { report: ImportReport | undefined; error: Error | null; name: string }

function WouldChange({ report, error, name }: WouldProps) {
  const { t } = useTranslation()
  const sayProblem = useProblemText()
  const sayTable = useTableProblemText()
  const id = useId()
  if (error) {
    if (!(error instanceof InnkeeperError) || error.status !== 400) return <FailureNote error={error} />
    const problems = error.message.split('\n').map((line, index) => {
      const found = findPosition(line)
      const known = error.problems[index]
      return { position: found?.position, text: (known && sayTable(known)) ?? sayProblem(found?.rest ?? line) }
    })
    return <Refused name={name} problems={problems} />
  }
  if (!report) {
    return (
      <Group gap="sm" role="status">
        <Loader size="sm" type="dots" />
        <Text c="dimmed">{t('assistantParts.file.import.looking')}</Text>
      </Group>
    )
  }
  if (report.changes.length === 0) {
    return (
      <Stack gap="sm">
        <Text c="dimmed">{t('assistantParts.file.import.nothing')}</Text>
        <ReportCounts of={report} />
      </Stack>
    )
  }
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={3} size="h6" id={id}>
        {t('assistantParts.file.import.would')}
      </Title>
      <CommaWarning of={report.keywordsWithComma} />
      <PlaceholderWarning of={report.unknownPlaceholders} />
      <ReportView label={t('assistantParts.file.import.would')} of={report} />
    </Stack>
  )
}

/** People like to separate keywords with commas, which makes them one long keyword that never matches. */
function CommaWarning({ of: found }: { of: ImportReport['keywordsWithComma'] }) {
  const { t } = useTranslation()
  if (found.length === 0) return null
  return (
    <Alert color="orange" title={t('assistantParts.file.import.commas')}>
      <Text size="sm">
        <Coded text={t('assistantParts.file.import.commasText')} />
      </Text>
      <List size="sm" mt="xs">
        {found.map(({ question, keyword }) => (
          <List.Item key={`${question} ${keyword}`} style={{ overflowWrap: 'anywhere' }}>
            {t('assistantParts.file.import.comma', { question, keyword })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function PlaceholderWarning({ of: found }: { of: ImportReport['unknownPlaceholders'] }) {
  const { t } = useTranslation()
  const join = useJoin()
  if (found.length === 0) return null
  return (
    <Alert color="orange" title={t('assistantParts.file.import.placeholders')}>
      <List size="sm">
        {found.map(({ question, written, closest }) => (
          <List.Item key={`${question} ${written}`} style={{ overflowWrap: 'anywhere' }}>
            {join.sentences(
              t('assistantParts.file.import.placeholder', { question, written }),
              ...(closest === null ? [] : [t('assistantParts.variables.meant', { closest: `{${closest}}` })]),
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
