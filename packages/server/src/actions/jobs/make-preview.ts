import { buffer } from 'node:stream/consumers'
import type { ClaimedJob, JobOutcome } from '../../ports/commands.ts'
import type { Connector, MediaSource } from '../../ports/connector.ts'
import type { MediaRecord } from '../../ports/store.ts'
import type { JobCall, JobDeps } from './job-call.ts'

/** Beyond this a picture is not decoded: it would take more memory than a small machine has. */
const mostPictureBytes = 64 * 1024 * 1024
/** The platform's own previews are far smaller. */
const mostPreviewBytes = 8 * 1024 * 1024

type Call = Pick<ClaimedJob, 'channel'> & {
  job: JobCall<'make-preview'>['job']
  connector: Connector | undefined
}

/** Makes the small picture of a file that has arrived: of an image from its bytes, of a video from what its source shows. */
export async function makePreview(deps: JobDeps, { channel, job, connector }: Call): Promise<JobOutcome> {
  const { store, files } = deps
  const { channelId, messageId } = job
  const media = await store.findMedia(channel.channelNo, messageId)
  if (media?.state !== 'stored' || media.preview.state !== 'pending') return { kind: 'done' }
  const picture = await findPicture(deps, media, messageId, connector)
  const preview = picture && (await deps.makePreview(picture))
  if (!preview) {
    await store.write<'skip-preview'>({ kind: 'skip-preview', channelId, messageId })
    return { kind: 'done' }
  }
  await files.keep(once(preview), ({ sha256 }) =>
    store.write<'store-preview'>({ kind: 'store-preview', channelId, messageId, sha256 }),
  )
  return { kind: 'done' }
}

type Stored = MediaRecord & { state: 'stored' }

async function findPicture(
  { blobs, external }: JobDeps,
  media: Stored,
  messageId: string,
  connector: Connector | undefined,
): Promise<Uint8Array | undefined> {
  const { sha256, sizeBytes } = media
  if (media.type === 'image') {
    if (sizeBytes === 0 || sizeBytes > mostPictureBytes) return undefined
    return await buffer(blobs.open(sha256, { start: 0, end: sizeBytes - 1 }))
  }
  if (media.sourcePreviewUrl !== null) return await readSmall(await external.open(media.sourcePreviewUrl))
  if (media.sourceUrl !== null || !connector?.media.openPreview) return undefined
  return await readSmall(await connector.media.openPreview({ messageId }))
}

async function readSmall(source: MediaSource): Promise<Uint8Array | undefined> {
  if (source.state !== 'ready') return undefined
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of source.body) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > mostPreviewBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
