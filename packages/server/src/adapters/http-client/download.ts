import { PlatformSilence } from '../../domain/platforms/platform-errors.ts'
import { type Answer, type RemoteApi, readAnswer, toSilence } from './answer.ts'

export type Download = {
  status: 200
  body: AsyncIterable<Uint8Array>
  contentType: string
  /** Undefined if the platform does not announce it. */
  sizeBytes: number | undefined
}

/**
 * Starts a download. The time limit applies to each wait for bytes, not to the whole: a video of 200 MB may take its time. It
 * also applies until reading starts, so a body that no one reads doesn't occupy a connection.
 */
export async function startDownload(
  api: RemoteApi,
  options: {
    fetch: typeof globalThis.fetch
    what: string
    url: string
    headers: Record<string, string>
    timeLimitMs: number
  },
): Promise<Download | Answer> {
  const { what } = options
  const watch = createWatch(api, what, options.timeLimitMs)
  try {
    const response = await options.fetch(options.url, {
      // Compressed, the announced length would not be the length of what arrives.
      headers: { ...options.headers, 'accept-encoding': 'identity' },
      redirect: 'manual',
      signal: watch.signal,
    })
    if (response.status !== 200) {
      const answer = await readAnswer(api, response)
      watch.end()
      return answer
    }
    const sizeBytes = announcedSize(response.headers)
    const contentType = response.headers.get('content-type') ?? 'application/octet-stream'
    const body = givenUpBy(watch, readBody(api, what, response, watch, sizeBytes))
    return { status: 200, body, contentType, sizeBytes }
  } catch (error) {
    watch.end()
    throw toSilence(api, what, error)
  }
}

/** A generator alone would close the connection only after it has started and the bytes it waits for have arrived. */
function givenUpBy(watch: Watch, body: AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array> {
  const next = () => body.next()
  const giveUp = async () => {
    watch.end()
    // It may throw because it was ended.
    await body.return(undefined).catch(() => {})
    return { done: true as const, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: giveUp }) }
}

async function* readBody(
  api: RemoteApi,
  what: string,
  response: Response,
  watch: Watch,
  sizeBytes: number | undefined,
) {
  let receivedBytes = 0
  try {
    watch.wait()
    for await (const chunk of response.body ?? []) {
      // The reader can take any time to process what it has.
      watch.pause()
      receivedBytes += chunk.byteLength
      yield chunk
      watch.wait()
    }
  } catch (error) {
    throw toSilence(api, what, error)
  } finally {
    watch.end()
  }
  if (sizeBytes !== undefined && receivedBytes !== sizeBytes)
    throw new PlatformSilence(`${api.name} stopped sending ${what} after ${receivedBytes} of ${sizeBytes} bytes`)
}

function announcedSize(headers: Headers): number | undefined {
  const length = headers.get('content-length')
  const isPlain = (headers.get('content-encoding') ?? 'identity') === 'identity'
  return isPlain && length !== null && /^\d{1,15}$/.test(length) ? Number(length) : undefined
}

type Watch = { signal: AbortSignal; wait(): void; pause(): void; end(): void }

/** Ends a request after too long a wait. The first wait starts now. */
function createWatch({ name }: RemoteApi, what: string, timeLimitMs: number): Watch {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const watch: Watch = {
    signal: controller.signal,
    wait() {
      clearTimeout(timer)
      timer = setTimeout(() => {
        controller.abort(new PlatformSilence(`${name} sent no data for ${what} within ${timeLimitMs} ms`))
      }, timeLimitMs)
    },
    pause() {
      clearTimeout(timer)
    },
    end() {
      clearTimeout(timer)
      controller.abort(new PlatformSilence(`The download of ${what} was cancelled`))
    },
  }
  watch.wait()
  return watch
}
