import { useEffect, useRef, useState } from 'react'
import { uploadHistory } from '../../api/upload-history.ts'
import { useChannel } from '../../channel/channel.ts'
import { useReadImports } from '../queries.ts'

export type Uploads = ReturnType<typeof useUpload>
export type Upload = { name: string; sizeBytes: number; sentBytes: number }

/** A fast connection reports progress hundreds of times a second. */
const progressMs = 150

/** Uploads one file at a time. Opening an import (`opened`) or leaving the page cancels it. */
export function useUpload(opened: number | undefined, onDone: (number: number) => void) {
  const { channelId } = useChannel()
  const readImports = useReadImports()
  const [upload, setUpload] = useState<Upload>()
  const [error, setError] = useState<unknown>()
  const running = useRef<AbortController>(undefined)
  const cancel = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (opened === undefined) return
    running.current?.abort()
    setError(undefined)
  }, [opened])

  const start = async (file: File) => {
    if (running.current) return
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    const about = { name: file.name, sizeBytes: file.size }
    let shownAt = 0
    const onSent = (sentBytes: number) => {
      const now = performance.now()
      if (now - shownAt < progressMs && sentBytes < file.size) return
      shownAt = now
      setUpload({ ...about, sentBytes })
    }
    setError(undefined)
    setUpload({ ...about, sentBytes: 0 })
    try {
      const { number } = await uploadHistory({ channelId, file, onSent, signal })
      await readImports()
      onDone(number)
    } catch (problem) {
      if (!signal.aborted) setError(problem)
    } finally {
      running.current = undefined
      setUpload(undefined)
    }
  }
  return { upload, error, start, cancel }
}
