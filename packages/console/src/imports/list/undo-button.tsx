import type { ChannelImport, UndoPreview } from '@innkeeper/contract'
import { Button, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { useFormat } from '../../ui/format/format.ts'
import { IconArrowBackUp } from '../../ui/icons/icons.ts'
import { LateDialog } from '../../ui/late-dialog.tsx'
import { ImportFailure } from '../import-failure.tsx'
import { undoQuery, useMove } from '../queries.ts'

type Props = { undone: ChannelImport }

/** Undoes an import, after saying what goes and what stays. */
export function UndoButton({ undone }: Props) {
  const { t } = useTranslation()
  const [isAsking, ask] = useDisclosure(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowBackUp size={16} />}
        aria-label={t('imports.undo.openOne', { file: undone.fileName, number: undone.number })}
        onClick={ask.open}
      >
        {t('imports.undo.open')}
      </Button>
      <LateDialog opened={isAsking} onClose={ask.close} title={t('imports.undo.title', { file: undone.fileName })}>
        <Question undone={undone} onClose={ask.close} />
      </LateDialog>
    </>
  )
}

function Question({ undone: { number }, onClose }: Props & { onClose(): void }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const undo = useMove('undoImport')
  const preview = useQuery({ ...undoQuery(channelId, number), enabled: undo.isIdle || undo.isError })
  const counts = preview.isFetching ? undefined : preview.data
  const error = undo.error ?? preview.error
  return (
    <Stack>
      {counts ? <Consequences counts={counts} /> : <Skeleton height={72} visible={preview.isFetching} />}
      <Text>{t('imports.undo.again')}</Text>
      {error ? <ImportFailure error={error} /> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button
          color="red"
          disabled={!counts}
          loading={undo.isPending}
          onClick={() => undo.mutate(number, { onSuccess: onClose })}
        >
          {t('imports.undo.confirm')}
        </Button>
      </Group>
    </Stack>
  )
}

function Consequences({ counts: { removed, kept } }: { counts: UndoPreview }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <List spacing="xs">
      <List.Item>{t('imports.undo.goes', { count: removed, messages: format.count(removed) })}</List.Item>
      {kept > 0 && <List.Item>{t('imports.undo.shared', { count: kept, messages: format.count(kept) })}</List.Item>}
      <List.Item>{t('imports.undo.stays')}</List.Item>
    </List>
  )
}
