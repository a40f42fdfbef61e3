import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, checkDay, dayUrl } from '../../api/client.ts'
import { FailureNote } from '../../errors/failure-notices.tsx'
import { fileNameOf, passToBrowser } from '../../ui/download.ts'
import { IconDownload, IconShare } from '../../ui/icons/icons.ts'
import { useConversationContext } from '../conversation-context.ts'

/** A day as a single page: saved, or handed to another app where the system has a share sheet. */
export default function DayFile({ day }: { day: string }) {
  const { t } = useTranslation()
  const { channelId, format } = useConversationContext()
  const [ready, setReady] = useState<File>()
  const save = useMutation({
    mutationFn: async () => {
      await checkDay({ channelId, date: day })
      passToBrowser(dayUrl(channelId, day))
    },
  })
  const share = useMutation({
    mutationFn: async () => {
      const file = ready ?? (await loadDay(channelId, day))
      if (!(await wasShared(file))) setReady(file)
    },
  })
  const named = { day: format.plainDate(day) }
  const error = save.error ?? share.error
  return (
    <Stack gap="xs" mt="xs">
      <Button
        variant="default"
        size="xs"
        fullWidth
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {t('dayFile.save', named)}
      </Button>
      {canShareFiles() && (
        <Button
          variant={ready ? 'filled' : 'default'}
          size="xs"
          fullWidth
          leftSection={<IconShare size={16} aria-hidden />}
          loading={share.isPending}
          onClick={() => share.mutate()}
        >
          {ready ? t('dayFile.ready') : t('dayFile.share', named)}
        </Button>
      )}
      {error !== null && <FailureNote error={error} />}
    </Stack>
  )
}

const pageType = 'text/html'

function canShareFiles(): boolean {
  const files = [new File([''], 'day.html', { type: pageType })]
  return typeof navigator.canShare === 'function' && navigator.canShare({ files })
}

/** At most about 25 MB, because a share sheet needs the whole file. */
async function loadDay(channelId: string, date: string): Promise<File> {
  const response = await api.downloadDay({ channelId, date })
  const name = fileNameOf(response.headers.get('content-disposition'), `${date}.html`)
  return new File([await response.blob()], name, { type: pageType })
}

/** False if loading took so long that the browser no longer allows sharing without another click. */
async function wasShared(file: File): Promise<boolean> {
  try {
    await navigator.share({ files: [file], title: file.name })
    return true
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    // The person closed the share sheet.
    if (error.name === 'AbortError') return true
    if (error.name === 'NotAllowedError') return false
    throw error
  }
}
