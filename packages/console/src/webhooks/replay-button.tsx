import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureNote } from '../errors/failure-notices.tsx'
import { LateDialog } from '../ui/late-dialog.tsx'
import { useWebhookAction } from './queries.ts'
import type { Webhook } from './source.ts'
import { hoursBefore, replaySpans, replayWords } from './webhook-states.ts'

type Span = (typeof replayWords)[number]

/** Sends everything since a time again, such as after a failure of the receiver. */
export function ReplayButton({ webhook: { id } }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const [isOpen, dialog] = useDisclosure(false)
  const [span, setSpan] = useState<Span>('day')
  const replay = useWebhookAction((source, since: string) => source.replay(id, since))
  const start = () =>
    replay.mutate(hoursBefore(Date.now(), replaySpans[span]), {
      onSuccess: ({ events }) => {
        notifications.show({ message: t('webhooks.replay.done', { count: events }) })
        dialog.close()
      },
    })
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={dialog.open}>
        {t('webhooks.replay.open')}
      </Button>
      <LateDialog
        opened={isOpen}
        onClose={dialog.close}
        onExitTransitionEnd={replay.reset}
        title={t('webhooks.replay.title')}
      >
        <Stack>
          <Text>{t('webhooks.replay.text')}</Text>
          <Radio.Group
            label={t('webhooks.replay.since')}
            value={span}
            onChange={(value) => setSpan(replayWords.find((one) => one === value) ?? 'day')}
          >
            <Stack gap="xs" mt={6}>
              {replayWords.map((one) => (
                <Radio key={one} value={one} label={t(`webhooks.replay.spans.${one}`)} />
              ))}
            </Stack>
          </Radio.Group>
          {replay.error && <FailureNote error={replay.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {t('shell.cancel')}
            </Button>
            <Button loading={replay.isPending} onClick={start}>
              {t('webhooks.replay.confirm')}
            </Button>
          </Group>
        </Stack>
      </LateDialog>
    </>
  )
}
