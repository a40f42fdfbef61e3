import { decideRetry } from '../../domain/job-outcome.ts'
import type { JobOutcome } from '../../ports/commands.ts'
import { type MediaSource, PlatformSilence } from '../../ports/connector.ts'
import type { JobCall, JobDeps } from './job-call.ts'

const mib = 1024 * 1024
/** Above what platforms let people send; a stream without an end must not fill the disk. */
const mostBytes = 300 * mib

/** Fetches the file of a message. Where the message is gone by now, so are the bytes. */
export async function fetchMedia(
  { store, files, clock, random }: JobDeps,
  { connector, channel, job, attempts, signal }: JobCall<'fetch-media'>,
): Promise<JobOutcome> {
  const { channelId, messageId } = job
  const media = await store.findMedia(channel.channelNo, messageId)
  if (media?.state !== 'pending') return { kind: 'done' }
  const lose = async (reason: string): Promise<JobOutcome> => {
    await store.write<'lose-media'>({ kind: 'lose-media', channelId, messageId, reason })
    return { kind: 'done' }
  }
  const source = await connector.media.open({ messageId, type: media.type })
  if (source.state === 'preparing') {
    const tried = { attempts, now: clock(), random: random() }
    return decideRetry(job.kind, 'the platform is still preparing the file', tried)
  }
  if (source.state === 'lost') return await lose(source.reason)
  try {
    await files.keep(wholeBody(source, signal), (file) =>
      store.write<'store-media'>({ kind: 'store-media', channelId, messageId, ...file }),
    )
  } catch (error) {
    if (error instanceof FileTooLarge) return await lose(error.message)
    throw error
  }
  return { kind: 'done' }
}

class FileTooLarge extends Error {
  constructor() {
    super(`the file is larger than ${mostBytes / mib} MiB, the most that is kept`)
    this.name = 'FileTooLarge'
  }
}

/** The bytes, if they are all there and not too many. Ends with an error otherwise, so that no half file is kept. */
async function* wholeBody(
  { body, sizeBytes }: Extract<MediaSource, { state: 'ready' }>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const chunk of body) {
    signal.throwIfAborted()
    count += chunk.length
    if (Math.max(count, sizeBytes ?? 0) > mostBytes) throw new FileTooLarge()
    yield chunk
  }
  if (sizeBytes !== undefined && count !== sizeBytes) {
    throw new PlatformSilence(`the file ended after ${count} of ${sizeBytes} bytes`)
  }
}
