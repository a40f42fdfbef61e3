import { InnkeeperError } from '@innkeeper/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { checkPart, partUrl, requestPart } from '../../api/client.ts'
import { passToBrowser } from '../../ui/download.ts'
import { askToWrite } from './folder.ts'
import { addLeftOut, findKept, forget, type KeptExport, keep, missingParts } from './kept-export.ts'
import { savePart } from './save-part.ts'

/** The part that is arriving. `pauseSeconds`: until the service takes another request. */
export type Arriving = { partId: string; bytes: number; pauseSeconds: number }
export type FailedPart = { partId: string | undefined; error: unknown }

/** How often the page shows progress: a fast connection delivers hundreds of chunks a second. */
const progressMs = 150

/** An export of a channel: what is saved, what is arriving, and what went wrong. `kept` is undefined until it is known. */
export function useExportRun(channelId: string, userId: string | undefined) {
  const [kept, setKept] = useState<KeptExport | null>()
  const [arriving, setArriving] = useState<Arriving>()
  const [failed, setFailed] = useState<FailedPart>()
  const running = useRef<AbortController>(undefined)
  const cancel = useCallback(() => running.current?.abort(), [])

  useEffect(() => {
    if (userId === undefined) return
    let isGone = false
    void findKept(channelId, userId).then((found) => isGone || setKept(found ?? null))
    return () => {
      isGone = true
      // Leaving the page cancels the download. The parts that are saved stay.
      cancel()
    }
  }, [channelId, userId, cancel])

  const store = async (next: KeptExport) => {
    setKept(next)
    await keep(next)
  }

  /** Saves the parts that are missing, one after the other. */
  const proceed = async (from: KeptExport) => {
    const { folder } = from
    if (!folder || running.current) return
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setFailed(undefined)
    let now = from
    let partId: string | undefined
    try {
      await askToWrite(folder)
      for (const part of missingParts(from)) {
        partId = part.id
        const show = throttle(setArriving, part.id)
        const { bytes, leftOut } = await untilAdmitted(show.pause, signal, () =>
          savePart({
            folder,
            request: () => requestPart({ channelId, partId: part.id }, signal),
            onProgress: show.bytes,
            signal,
          }),
        )
        now = { ...now, done: { ...now.done, [part.id]: bytes }, leftOut: addLeftOut(now.leftOut, leftOut) }
        await store(now)
      }
    } catch (error) {
      if (!signal.aborted) setFailed({ partId, error })
    } finally {
      running.current = undefined
      setArriving(undefined)
    }
  }

  const start = async (next: KeptExport) => {
    await store(next)
    await proceed(next)
  }

  /** Lets the browser download a part itself. */
  const hand = async (partId: string) => {
    if (!kept) return
    setFailed(undefined)
    try {
      await checkPart({ channelId, partId })
      passToBrowser(partUrl({ channelId, partId }))
      await store({ ...kept, done: { ...kept.done, [partId]: 0 } })
    } catch (error) {
      setFailed({ partId, error })
    }
  }

  const discard = async () => {
    cancel()
    setFailed(undefined)
    setKept(null)
    await forget(channelId)
  }

  return { kept, arriving, failed, start, proceed, hand, cancel, discard }
}

export type ExportRun = ReturnType<typeof useExportRun>

function throttle(show: (arriving: Arriving) => void, partId: string) {
  let shownAt = Number.NEGATIVE_INFINITY
  show({ partId, bytes: 0, pauseSeconds: 0 })
  return {
    bytes(bytes: number) {
      const now = performance.now()
      if (now - shownAt < progressMs) return
      shownAt = now
      show({ partId, bytes, pauseSeconds: 0 })
    },
    pause: (pauseSeconds: number) => show({ partId, bytes: 0, pauseSeconds }),
  }
}

/** Many small parts are more requests than the service takes in a minute. It says when it takes the next one. */
async function untilAdmitted<T>(
  onPause: (seconds: number) => void,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof InnkeeperError) || error.status !== 429) throw error
      for (let left = error.retryAfterSeconds ?? 1; left > 0; left--) {
        signal.throwIfAborted()
        onPause(left)
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }
      signal.throwIfAborted()
    }
  }
}
