import { notifications } from '@mantine/notifications'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestZip } from '../../api/client.ts'
import { fileNameOf, saveBlob } from '../../ui/download.ts'
import { type Arrived, readBlob } from './read-blob.ts'

export type Zip =
  | { state: 'idle' }
  | { state: 'running'; arrived: Arrived | undefined }
  | { state: 'failed'; error: unknown }

/** How often the progress bar moves: a fast connection delivers hundreds of chunks a second. */
const progressMs = 100

/** Downloads many files as one archive, from the first byte to the saved file. */
export function useZip(channelId: string) {
  const { t } = useTranslation()
  const [zip, setZip] = useState<Zip>({ state: 'idle' })
  const running = useRef<AbortController>(undefined)
  const cancel = useCallback(() => running.current?.abort(), [])
  // Leaving the page cancels the download.
  useEffect(() => cancel, [cancel])

  const start = async (ids: string[]) => {
    const controller = new AbortController()
    running.current = controller
    setZip({ state: 'running', arrived: undefined })
    try {
      const { name, leftOut } = await download(channelId, ids, controller.signal, (arrived) =>
        setZip({ state: 'running', arrived }),
      )
      setZip({ state: 'idle' })
      const message = leftOut > 0 ? t('gallery.zip.leftOut', { count: leftOut }) : ''
      notifications.show({
        title: t('gallery.zip.done', { name }),
        message,
        // The selection bar is at the bottom, still with the same files.
        position: 'top-center',
        color: leftOut > 0 ? 'yellow' : 'brand',
        autoClose: leftOut > 0 ? false : 5000,
      })
    } catch (error) {
      setZip(controller.signal.aborted ? { state: 'idle' } : { state: 'failed', error })
    }
  }
  return { zip, start, cancel }
}

async function download(
  channelId: string,
  ids: string[],
  signal: AbortSignal,
  onProgress: (arrived: Arrived) => void,
): Promise<{ name: string; leftOut: number }> {
  const response = await requestZip(channelId, ids, signal)
  let toldAt = 0
  const blob = await readBlob(response, (arrived) => {
    const now = performance.now()
    if (now - toldAt < progressMs) return
    toldAt = now
    onProgress(arrived)
  })
  const name = fileNameOf(response.headers.get('content-disposition'), 'innkeeper.zip')
  saveBlob(blob, name)
  return { name, leftOut: Number(response.headers.get('x-files-left-out') ?? 0) }
}
