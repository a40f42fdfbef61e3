import { decideRetry } from '../../../domain/jobs/job-outcome.ts'
import { PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { JobOutcome } from '../../../ports/commands/jobs.ts'
import type { Store } from '../../../ports/store.ts'
import type { JobCall, JobDeps } from '../job-call.ts'
import { checkBody, FileTooLarge } from './checked-body.ts'
import { toMediaMessage } from './media-message.ts'

/** Downloads the file of a message. If the message is gone by then, the file is deleted too. */
export async function fetchMedia(
  { store, files, blobs, external, mostMediaBytes, clock, random }: JobDeps,
  { connector, channel, job, attempts, signal }: JobCall<'fetch-media'>,
): Promise<JobOutcome> {
  const { channelId, messageId } = job
  const findMedia = () => store.findMedia(channel.channelNo, messageId)
  const lose = async (reason: string): Promise<JobOutcome> => {
    await store.write<'lose-media'>({ kind: 'lose-media', at: clock(), channelId, messageId, reason })
    return { kind: 'done' }
  }
  const media = await findMedia()
  if (media?.state !== 'pending') return { kind: 'done' }
  const tooLarge = findReason(media.file?.sizeBytes, mostMediaBytes, connector.description.abilities.fileLimitBytes)
  if (tooLarge !== undefined) return await lose(tooLarge)
  // Checked before downloading bytes that couldn't be stored.
  await blobs.check()
  const source =
    media.sourceUrl === null
      ? await connector.media.open(toMediaMessage(channel, messageId, media))
      : await external.open(media.sourceUrl)
  if (source.state === 'preparing') {
    const tried = { attempts, now: clock(), random: random() }
    return decideRetry(job.kind, 'the platform is still preparing the file', tried)
  }
  if (source.state === 'lost') return await lose(source.reason)
  if ((source.sizeBytes ?? 0) > mostMediaBytes) {
    await source.body[Symbol.asyncIterator]().return?.()
    return await lose(new FileTooLarge(mostMediaBytes).message)
  }

  const sizeBytes =
    attempts <= disputedAttempts
      ? (media.file?.sizeBytes ?? (await findStatedSize(store, channel.channelNo, messageId)))
      : undefined
  const late = new AbortController()
  const lateTimer =
    media.sourceUrl === null
      ? undefined
      : setTimeout(() => late.abort(new PlatformSilence('the file did not arrive in time')), longestOutsideMs)
  const watch = watchWhether(async () => (await findMedia())?.state === 'pending')
  try {
    const expected = { type: media.type, mostBytes: mostMediaBytes, sizeBytes }
    await files.keep(checkBody(source, expected, AbortSignal.any([signal, watch.ended, late.signal])), (file) =>
      store.write<'store-media'>({ kind: 'store-media', at: clock(), channelId, messageId, ...file }),
    )
  } catch (error) {
    if (error instanceof FileTooLarge) return await lose(error.message)
    // Unsent or erased during the download, so the rest isn't needed.
    if (watch.ended.aborted) return { kind: 'done' }
    throw error
  } finally {
    watch.stop()
    clearTimeout(lateTimer)
  }
  return { kind: 'done' }
}

/** Why a file won't be fetched, if its size is known beforehand. */
function findReason(
  sizeBytes: number | undefined,
  mostMediaBytes: number,
  fileLimitBytes: number | null,
): string | undefined {
  if (sizeBytes === undefined) return undefined
  if (fileLimitBytes !== null && sizeBytes > fileLimitBytes) {
    const limit = `${Math.floor(fileLimitBytes / (1024 * 1024))} MiB`
    return `the file is larger than the ${limit} that the platform lets bots download; save it from the chat itself`
  }
  return sizeBytes > mostMediaBytes ? new FileTooLarge(mostMediaBytes).message : undefined
}

/** External servers can send a file very slowly; that must not occupy a worker that others wait for. */
const longestOutsideMs = 60_000

/** This many attempts treat a wrong size as a fault. After that, it is what the platform has. */
const disputedAttempts = 3

/** Only messages of type `file` state the size of their file; zero means unknown. */
async function findStatedSize(store: Store, channelNo: number, messageId: string): Promise<number | undefined> {
  const message = await store.findMessage(channelNo, messageId)
  const { fileSize } = (message ? JSON.parse(message.json) : {}) as { fileSize?: number }
  return fileSize || undefined
}

/** An unsent message must be gone within five seconds, and a download may take minutes. */
const lookEveryMs = 1_000

/** Checks from time to time whether a condition still holds; aborts `ended` when it doesn't. */
function watchWhether(holds: () => Promise<boolean>): { ended: AbortSignal; stop(): void } {
  const ended = new AbortController()
  const look = async () => {
    if (!(await holds())) ended.abort(new Error('the message is gone'))
  }
  // If the store doesn't respond, that says nothing about the message.
  const timer = setInterval(() => void look().catch(() => {}), lookEveryMs)
  return { ended: ended.signal, stop: () => clearInterval(timer) }
}
