import type { ChannelImport } from '@innkeeper/contract'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format/format.ts'
import { useJoin } from '../../ui/format/join.ts'
import { IconArrowBackUp } from '../../ui/icons/icons.ts'
import { LateDialog } from '../../ui/late-dialog.tsx'
import { ImportFailure } from '../import-failure.tsx'
import { decideConsequences } from '../import-states.ts'
import { useMove } from '../queries.ts'

type Props = { undone: ChannelImport; imports: readonly ChannelImport[] }

/** Undoes an import, after saying what goes and what stays. */
export function UndoButton({ undone, imports }: Props) {
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
        <Question undone={undone} imports={imports} onClose={ask.close} />
      </LateDialog>
    </>
  )
}

function Question({ undone, imports, onClose }: Props & { onClose(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const join = useJoin()
  const undo = useMove('undoImport')
  const { added, keptBy, goneWith } = decideConsequences(undone, imports)
  const namesOf = (some: readonly Pick<ChannelImport, 'fileName'>[]) => join.names(some.map(({ fileName }) => fileName))
  return (
    <Stack>
      <List spacing="xs" style={{ overflowWrap: 'anywhere' }}>
        <List.Item>{t('imports.undo.goes', { count: added, messages: format.count(added) })}</List.Item>
        {goneWith.length > 0 && <List.Item>{t('imports.undo.goesToo', { files: namesOf(goneWith) })}</List.Item>}
        {keptBy.length > 0 && <List.Item>{t('imports.undo.shared', { files: namesOf(keptBy) })}</List.Item>}
        <List.Item>{t('imports.undo.stays')}</List.Item>
      </List>
      <Text>{t('imports.undo.again')}</Text>
      {undo.error && <ImportFailure error={undo.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button color="red" loading={undo.isPending} onClick={() => undo.mutate(undone.number, { onSuccess: onClose })}>
          {t('imports.undo.confirm')}
        </Button>
      </Group>
    </Stack>
  )
}
