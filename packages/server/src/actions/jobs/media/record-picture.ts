import { detectPictureType } from '../../../domain/media/picture.ts'
import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { PictureRef } from '../../../ports/commands/channels.ts'
import type { Connector, PictureHandle } from '../../../ports/connector.ts'
import type { JobDeps } from '../job-call.ts'

/** Profile pictures are small. Anything larger is ignored. */
const mostBytes = 5 * 1024 * 1024

/**
 * Records a profile with its picture, which is downloaded only if it's another one. If the picture isn't available now, the
 * rest is saved with the previous picture, and the job is retried if that may help.
 */
export async function recordPicture(
  { store, files, blobs }: JobDeps,
  connector: Connector,
  { id, picture }: { id: string; picture: PictureHandle | undefined },
  record: (picture: PictureRef) => Promise<unknown>,
): Promise<void> {
  const known = picture === undefined ? null : ((await store.findPictureOf(id)) ?? null)
  const fetched =
    picture && known?.id !== picture.id ? await fetchPicture({ blobs }, connector, picture.ref) : undefined
  if (picture && fetched?.kind === 'picture') {
    const { bytes, contentType } = fetched
    await files.keep([bytes], ({ sha256 }) => record({ id: picture.id, sha256, contentType }))
  } else {
    await record(known)
  }
  if (fetched?.kind === 'later') throw fetched.error
}

type Fetched =
  | { kind: 'picture'; bytes: Uint8Array; contentType: string }
  | { kind: 'none' }
  | { kind: 'later'; error: unknown }

async function fetchPicture({ blobs }: Pick<JobDeps, 'blobs'>, connector: Connector, ref: string): Promise<Fetched> {
  try {
    await blobs.check()
    const { bytes } = await connector.profiles.getPicture(ref)
    const contentType = detectPictureType(bytes)
    return contentType && bytes.length <= mostBytes ? { kind: 'picture', bytes, contentType } : { kind: 'none' }
  } catch (error) {
    const isFinal = error instanceof PlatformRefusal && error.code !== 'too-fast'
    return isFinal ? { kind: 'none' } : { kind: 'later', error }
  }
}
