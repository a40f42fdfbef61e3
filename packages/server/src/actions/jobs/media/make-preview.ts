import { buffer } from 'node:stream/consumers'
import { decideRetry } from '../../../domain/jobs/job-outcome.ts'
import type { JobOutcome } from '../../../ports/commands/jobs.ts'
import type { Connector, MediaSource } from '../../../ports/connector.ts'
import type { MediaRecord } from '../../../ports/records.ts'
import type { JobCall, JobDeps } from '../job-call.ts'
import { toMediaMessage } from './media-message.ts'

/** Larger pictures aren't decoded, because that would take more memory than a small machine has. */
const mostPictureBytes = 32 * 1024 * 1024
/** The platform's own previews are far smaller. */
const mostPreviewBytes = 8 * 1024 * 1024
/** External servers can send a file very slowly, and other previews wait behind it. */
const longestReadMs = 15_000

type Call = Omit<JobCall<'make-preview'>, 'connector'> & { connector: Connector | undefined }

/** Creates the preview of a stored file: of an image from its bytes, of a video from the preview at its source. */
export async function makePreview(deps: JobDeps, call: Call): Promise<JobOutcome> {
  const { store, files, clock, random } = deps
  const { channel, job, attempts } = call
  const { channelId, messageId } = job
  const media = await store.findMedia(channel.channelNo, messageId)
  if (media?.state !== 'stored' || media.preview.state !== 'pending') return { kind: 'done' }
  const picture = await findPicture(deps, media, call)
  if (picture === 'preparing') {
    const tried = { attempts, now: clock(), random: random() }
    return decideRetry(job.kind, 'the platform is still preparing the preview', tried)
  }
  const preview = picture && (await deps.makePreview(picture))
  if (!preview) {
    await store.write<'skip-preview'>({ kind: 'skip-preview', channelId, messageId })
    return { kind: 'done' }
  }
  const { bytes, ...size } = preview
  await files.keep([bytes], ({ sha256 }) =>
    store.write<'store-preview'>({ kind: 'store-preview', at: clock(), channelId, messageId, sha256, size }),
  )
  return { kind: 'done' }
}

type Stored = MediaRecord & { state: 'stored' }

/** Undefined: there is none, or none that should be decoded. */
type FoundPicture = Uint8Array | 'preparing' | undefined

async function findPicture(
  { blobs, external }: JobDeps,
  media: Stored,
  { channel, job, connector, signal }: Call,
): Promise<FoundPicture> {
  const { sha256, sizeBytes } = media
  if (media.type === 'image') {
    if (sizeBytes === 0 || sizeBytes > mostPictureBytes) return undefined
    return await buffer(blobs.open(sha256, { start: 0, end: sizeBytes - 1 }))
  }
  if (media.sourcePreviewUrl !== null) return await readSmall(await external.open(media.sourcePreviewUrl), signal)
  if (media.sourceUrl !== null || !connector?.media.openPreview) return undefined
  const message = toMediaMessage(channel, job.messageId, media)
  return await readSmall(await connector.media.openPreview(message), signal)
}

async function readSmall(source: MediaSource, signal: AbortSignal): Promise<FoundPicture> {
  if (source.state !== 'ready') return source.state === 'preparing' ? 'preparing' : undefined
  const late = AbortSignal.any([signal, AbortSignal.timeout(longestReadMs)])
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of source.body) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > mostPreviewBytes || late.aborted) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
