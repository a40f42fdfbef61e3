import { detectPictureType } from '../../../domain/media/picture.ts'
import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { PictureRef } from '../../../ports/commands/channels.ts'
import type { Connector } from '../../../ports/connector.ts'
import type { JobDeps } from '../job-call.ts'

/** Profile pictures are small. Anything larger is ignored. */
const mostBytes = 5 * 1024 * 1024

/**
 * Records a profile with its picture, which is downloaded only if its URL has changed. If the picture isn't available now, the
 * rest is saved with the previous picture, and the job is retried if that may help.
 */
export async function recordPicture(
  { store, files, blobs }: JobDeps,
  connector: Connector,
  { id, url }: { id: string; url: string | undefined },
  record: (picture: PictureRef) => Promise<unknown>,
): Promise<void> {
  const known = url === undefined ? null : ((await store.findPictureOf(id)) ?? null)
  const isNew = url !== undefined && known?.url !== url
  const fetched = isNew ? await fetchPicture({ blobs }, connector, url) : undefined
  if (isNew && fetched?.kind === 'picture') {
    const { bytes, contentType } = fetched
    await files.keep([bytes], ({ sha256 }) => record({ url, sha256, contentType }))
  } else {
    await record(known)
  }
  if (fetched?.kind === 'later') throw fetched.error
}

type Fetched =
  | { kind: 'picture'; bytes: Uint8Array; contentType: string }
  | { kind: 'none' }
  | { kind: 'later'; error: unknown }

async function fetchPicture({ blobs }: Pick<JobDeps, 'blobs'>, connector: Connector, url: string): Promise<Fetched> {
  try {
    await blobs.check()
    const { bytes } = await connector.profiles.getPicture(url)
    const contentType = detectPictureType(bytes)
    return contentType && bytes.length <= mostBytes ? { kind: 'picture', bytes, contentType } : { kind: 'none' }
  } catch (error) {
    const isFinal = error instanceof PlatformRefusal && error.code !== 'too-fast'
    return isFinal ? { kind: 'none' } : { kind: 'later', error }
  }
}
