import type { ImportDetail } from '@innkeeper/contract'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useActor, useChannel } from '../../channel/channel.ts'
import { useFormat } from '../../ui/format/format.ts'
import { IconArrowBackUp, IconCircleCheck } from '../../ui/icons/icons.ts'
import { useReasonText } from '../import-failure.tsx'
import { UndoButton } from '../list/undo-button.tsx'
import { Counts } from '../preview/counts.tsx'

type Props = { detail: ImportDetail; onClose(): void }

/** What became of an import. Nothing while it's open. */
export function Ended({ detail, onClose }: Props) {
  const { t } = useTranslation()
  const { state } = detail
  const reasonText = useReasonText()
  if (state !== 'done' && state !== 'undone' && state !== 'dropped') return null
  return (
    <Stack gap="lg">
      <Alert
        variant="default"
        role="status"
        icon={state === 'done' ? <IconCircleCheck size={18} /> : <IconArrowBackUp size={18} />}
        title={t(`imports.ended.${state}`)}
      >
        {state === 'done' ? <DoneText detail={detail} /> : detail.reason !== null && reasonText(detail.reason)}
      </Alert>
      {state === 'done' && <Counts figures={detail.figures} />}
      <Actions detail={detail} onClose={onClose} />
    </Stack>
  )
}

function DoneText({ detail: { figures } }: { detail: ImportDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const added = figures?.new ?? 0
  return (
    <Text size="sm">
      {added === 0
        ? t('imports.ended.nothing')
        : t('imports.ended.added', { count: added, messages: format.count(added) })}
    </Text>
  )
}

function Actions({ detail, onClose }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { canWrite } = useActor()
  // What matters is where something is new.
  const day = detail.days.find((one) => one.new > 0)?.date
  return (
    <Group>
      {detail.state === 'done' && day !== undefined && (
        <Button
          renderRoot={(props) => (
            <Link to="/channels/$channelId" params={{ channelId }} search={{ date: day }} {...props} />
          )}
        >
          {t('imports.ended.show')}
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        {t('imports.ended.another')}
      </Button>
      {detail.state === 'done' && canWrite && <UndoButton undone={detail} />}
    </Group>
  )
}
