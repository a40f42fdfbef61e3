import type { MediaType } from '@innkeeper/contract'
import { detectErrorBody, errorBodyHeadBytes } from '../../../domain/media/detect-error-body.ts'
import { PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { MediaSource } from '../../../ports/connector.ts'

type Expected = {
  type: MediaType
  mostBytes: number
  /** The size according to the message; undefined if it doesn't say. */
  sizeBytes: number | undefined
}

export class FileTooLarge extends Error {
  constructor(mostBytes: number) {
    super(`the file is larger than the limit of ${mostBytes / (1024 * 1024)} MiB`)
    this.name = 'FileTooLarge'
  }
}

/**
 * Passes the bytes through if they are complete, of the expected kind, and not too many. Throws otherwise, so that no
 * incomplete file is stored; immediately when the signal is aborted, also while waiting.
 */
export async function* checkBody(
  source: Extract<MediaSource, { state: 'ready' }>,
  expected: Expected,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { type, mostBytes } = expected
  const body = source.body[Symbol.asyncIterator]()
  let head: Uint8Array | undefined = new Uint8Array()
  let count = 0
  try {
    for (;;) {
      const next = await nextUnlessAborted(body, signal)
      if (next.done) break
      count += next.value.length
      if (count > mostBytes) throw new FileTooLarge(mostBytes)
      if (!head) {
        yield next.value
        continue
      }
      head = Buffer.concat([head, next.value])
      if (head.length < errorBodyHeadBytes) continue
      checkHead(type, source.contentType, head)
      yield head
      head = undefined
    }
  } finally {
    // Not awaited, because the source may hang.
    body.return?.().catch(() => {})
  }
  // Before the first bytes are checked: half a response may look like anything.
  for (const sizeBytes of [source.sizeBytes, expected.sizeBytes]) {
    if (sizeBytes !== undefined && count !== sizeBytes)
      throw new PlatformSilence(`the file ended after ${count} of ${sizeBytes} bytes`)
  }
  if (!head) return
  checkHead(type, source.contentType, head)
  yield head
}

function checkHead(type: MediaType, contentType: string, head: Uint8Array): void {
  const errorBody = detectErrorBody(type, { contentType, head })
  if (errorBody) throw new PlatformSilence(`received ${errorBody} instead of the ${nameOf[type]}`)
}

const nameOf: Record<MediaType, string> = { image: 'picture', video: 'video', audio: 'recording', file: 'file' }

/** One listener per chunk, removed again: a promise that outlives the chunks would keep all of them in memory. */
function nextUnlessAborted<T>(body: AsyncIterator<T>, signal: AbortSignal): Promise<IteratorResult<T>> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    body
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', giveUp))
  })
}
