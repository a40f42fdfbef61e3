import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DropArea } from '../../ui/drop-area.tsx'
import { useFormat } from '../../ui/format/format.ts'
import { IconPlayerStopFilled } from '../../ui/icons/icons.ts'
import { ImportFailure } from '../import-failure.tsx'
import classes from '../imports.module.css'
import { WorkBar } from '../work-bar.tsx'
import { FileHelp } from './file-help.tsx'
import type { Upload, Uploads } from './use-upload.ts'

/** For the window in which a file is chosen. */
export const historyFiles = '.txt,.json,.jsonl,.zip'

/** Where a file is chosen and uploaded. */
export function UploadArea({ upload, error, start, cancel }: Uploads) {
  const { t } = useTranslation()
  return (
    <Stack gap="md">
      {upload ? (
        <Uploading upload={upload} onCancel={cancel} />
      ) : (
        <DropArea
          text={t('imports.upload.drop')}
          choose={t('imports.upload.choose')}
          accept={historyFiles}
          onFile={(file) => void start(file)}
        />
      )}
      {error !== undefined && <ImportFailure error={error} />}
      <FileHelp />
    </Stack>
  )
}

function Uploading({ upload: { name, sizeBytes, sentBytes }, onCancel }: { upload: Upload; onCancel(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isSent = sentBytes >= sizeBytes
  return (
    <Stack gap="sm" className={classes.card ?? ''}>
      <Text fw={500} className={classes.name ?? ''}>
        {name}
      </Text>
      <WorkBar
        label={t(isSent ? 'imports.upload.storing' : 'imports.upload.running')}
        percent={isSent ? undefined : Math.floor((100 * sentBytes) / Math.max(1, sizeBytes))}
        detail={t('imports.upload.sent', { sent: format.size(sentBytes), total: format.size(sizeBytes) })}
      />
      <Group>
        <Button variant="default" leftSection={<IconPlayerStopFilled size={14} />} onClick={onCancel}>
          {t('imports.upload.cancel')}
        </Button>
      </Group>
    </Stack>
  )
}
