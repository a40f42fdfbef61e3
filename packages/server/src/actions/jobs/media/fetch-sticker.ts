import { isDue, type StickerPicture, stickerKey } from '../../../domain/messages/sticker.ts'
import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { JobOutcome } from '../../../ports/commands/jobs.ts'
import type { JobCall, JobDeps } from '../job-call.ts'

/**
 * Fetches the picture of a sticker, once for all channels. Animated ones become a still picture, and none keeps more than what
 * is seen. If the platform has none, that is recorded too.
 */
export async function fetchSticker(
  deps: JobDeps,
  { connector, channel, job, signal }: JobCall<'fetch-sticker'>,
): Promise<JobOutcome> {
  const { store, files, blobs, clock } = deps
  const known = await store.findSticker(stickerKey(channel.platform, job))
  // False if it has been forgotten in the meantime.
  if (known?.hasPicture && (await noteUse(deps, { channel, job }))) return { kind: 'done' }
  if (known && !known.hasPicture && !isDue(known, clock())) {
    await noteUse(deps, { channel, job })
    return { kind: 'done' }
  }
  const fetches = deps.fetchesStickers()
  if (fetches) await blobs.check()
  const bytes = fetches ? await findPicture(connector, job) : undefined
  signal.throwIfAborted()
  const made = bytes && (await deps.makePreview(bytes))
  if (!made) {
    // While fetching is off, nothing was tried.
    await recordSticker(deps, { channel, job }, null, fetches ? clock() : 0)
    return { kind: 'done' }
  }
  const { width, height } = made
  await files.keep([made.bytes], ({ sha256 }) => recordSticker(deps, { channel, job }, { sha256, width, height }))
  return { kind: 'done' }
}

type About = Pick<JobCall<'fetch-sticker'>, 'channel' | 'job'>

/** `triedAt`: when the platform was asked. */
export async function recordSticker(
  { store, clock }: Pick<JobDeps, 'store' | 'clock'>,
  { channel, job }: { channel: { platform: string }; job: About['job'] },
  picture: StickerPicture | null,
  triedAt = clock(),
): Promise<void> {
  const { channelId, messageId } = job
  const sticker = stickerKey(channel.platform, job)
  await store.write<'record-sticker'>({
    kind: 'record-sticker',
    at: clock(),
    channelId,
    messageId,
    sticker,
    picture,
    triedAt,
    ref: job.ref ?? null,
  })
}

function noteUse({ store, clock }: JobDeps, { channel, job }: About): Promise<boolean> {
  const { channelId, messageId } = job
  const sticker = stickerKey(channel.platform, job)
  return store.write<'use-sticker'>({ kind: 'use-sticker', at: clock(), channelId, messageId, sticker })
}

/** Undefined if the platform has none. */
async function findPicture(
  { stickers }: JobCall<'fetch-sticker'>['connector'],
  { packageId, stickerId, ref }: About['job'],
): Promise<Uint8Array | undefined> {
  try {
    return (await stickers?.getPicture({ packageId, stickerId, ...(ref !== undefined && { ref }) }))?.bytes
  } catch (error) {
    if (error instanceof PlatformRefusal && error.code !== 'too-fast') return undefined
    throw error
  }
}
