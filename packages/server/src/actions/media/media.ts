import { PassThrough, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { QueryOf, Routes } from '@innkeeper/contract'
import { type ByteRange, type Conditions, decideRange, isNotModified } from '../../domain/media/byte-range.ts'
import { detectInlineType, headBytes } from '../../domain/media/inline-media-types.ts'
import { previewType } from '../../domain/media/picture.ts'
import { createFileNamer } from '../../domain/media/zip-names.ts'
import { visibleFrom } from '../../domain/messages/retention.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MediaRecord } from '../../ports/records.ts'
import type { BlobHeaders, BlobStore } from '../../ports/storage/blob-store.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { nextCursor, pageBytes, readCursor, standardPageSize } from '../list-page.ts'

type Deps = { store: Store; blobs: BlobStore; clock: Clock; retentionCeilingDays: number | null }

/** A page as ready JSON bytes, newest first. */
export async function listMedia(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  asked: QueryOf<Routes['listMedia']>,
): Promise<Buffer> {
  const list = { list: 'media', channelId: grant.channelId, secret: store.secret }
  const { query, after } = readCursor(asked.cursor, { order: asked.order }, list)
  const order = query.order === 'asc' ? 'asc' : 'desc'
  const page = await store.readMedia(grant.channel.channelNo, {
    from: visibleFrom(grant, clock(), retentionCeilingDays),
    to: Number.MAX_SAFE_INTEGER,
    after: after && { time: Number(after[0]), seq: Number(after[1]) },
    order,
    limit: asked.limit ?? standardPageSize,
  })
  const next = page.next && [page.next.time, page.next.seq]
  return pageBytes('items', page.json, nextCursor(next, { order }, list))
}

export type Download = {
  etag: string
  sizeBytes: number
  fileName: string
  /** The type to show it as in a page; undefined: only for download. */
  shownAs: string | undefined
} & (
  | { kind: 'not-modified' }
  | { kind: 'unsatisfiable' }
  | {
      kind: 'whole' | 'part'
      range: ByteRange
      pour(begin: () => Writable): Promise<void>
      /** A URL to download it directly from the media store for a few minutes; undefined if the store has none. */
      link: ((headers: BlobHeaders) => Promise<string>) | undefined
    }
)

/** The response to a request for a file; nothing is read before `pour` is called. */
export async function downloadMedia(
  deps: Deps,
  grant: ChannelGrant,
  messageId: string,
  conditions: Conditions,
): Promise<Download> {
  const file = await accessFile(deps, grant, messageId)
  const fileName = file.fileName ?? (await nameFile(deps, grant, messageId, await readType(deps.blobs, file)))
  return decideDownload(deps, { ...file, fileName }, conditions)
}

/** The same for showing it inside a page, if its bytes are of a harmless type. */
export async function viewMedia(
  deps: Deps,
  grant: ChannelGrant,
  messageId: string,
  conditions: Conditions,
): Promise<Download> {
  const file = await accessFile(deps, grant, messageId)
  const shownAs = await readType(deps.blobs, file)
  const fileName = file.fileName ?? (await nameFile(deps, grant, messageId, shownAs))
  return decideDownload(deps, { ...file, fileName, shownAs }, conditions)
}

/** A file without a name is named as in a zip. */
async function nameFile(
  { store }: Deps,
  { channel }: ChannelGrant,
  messageId: string,
  contentType: string | undefined,
): Promise<string> {
  const said = await store.findMessage(channel.channelNo, messageId)
  if (!said) throw new Refusal('message-not-found')
  const { sentAt, json } = said
  const senderName = JSON.parse(json).sender.name
  const name = createFileNamer(channel.timezone)({ sentAt, senderName, fileName: undefined, contentType })
  return name
}

/** The type to show it as in a page, by its first bytes. If not even those can be read, the download itself says why. */
export async function readType(
  blobs: BlobStore,
  { sha256, sizeBytes }: { sha256: string; sizeBytes: number },
): Promise<string | undefined> {
  const end = Math.min(sizeBytes, headBytes) - 1
  if (end < 0) return undefined
  return detectInlineType(await buffer(blobs.open(sha256, { start: 0, end })).catch(() => nothing))
}
const nothing = Buffer.alloc(0)

export async function getPreview(
  deps: Deps,
  grant: ChannelGrant,
  messageId: string,
  conditions: Conditions,
): Promise<Download> {
  const media = await accessMedia(deps, grant, messageId)
  if (media.state === 'lost') throw new Refusal('media-lost', media.reason)
  if (media.state === 'pending' || media.preview.state === 'pending') throw new Refusal('media-not-available-yet')
  const sha256 = media.preview.state === 'stored' ? media.preview.sha256 : undefined
  const found = sha256 && (await deps.blobs.stat(sha256))
  if (!sha256 || !found) throw new Refusal('no-preview')
  const file = { sha256, sizeBytes: found.sizeBytes, fileName: `${messageId}.webp`, shownAs: previewType }
  return decideDownload(deps, file, conditions)
}

/** The bytes of a preview; undefined if there is none, or it's larger. */
export async function readPreview(
  deps: Deps,
  grant: ChannelGrant,
  messageId: string,
  mostBytes: number,
): Promise<Buffer | undefined> {
  let file: Download
  try {
    file = await getPreview(deps, grant, messageId, { range: undefined, ifRange: undefined, ifNoneMatch: undefined })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'no-preview') return undefined
    throw error
  }
  if (file.kind !== 'whole' || file.sizeBytes > mostBytes) return undefined
  const through = new PassThrough()
  const [bytes] = await Promise.all([buffer(through), file.pour(() => through)])
  return bytes
}

type StoredFile = Pick<Download, 'sizeBytes' | 'fileName' | 'shownAs'> & { sha256: string }

/** Refuses if the file isn't available, with the reason. `fileName`: if the sender's device provided one. */
export async function accessFile(
  deps: Deps,
  grant: ChannelGrant,
  messageId: string,
): Promise<Omit<StoredFile, 'fileName'> & { fileName: string | null }> {
  const media = await accessMedia(deps, grant, messageId)
  const { sha256, sizeBytes } = await accessBytes(deps.blobs, media)
  return { sha256, sizeBytes, fileName: media.fileName, shownAs: undefined }
}

async function accessMedia(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  messageId: string,
): Promise<MediaRecord> {
  const media = await store.findMedia(grant.channel.channelNo, messageId)
  if (!media || media.sentAt < visibleFrom(grant, clock(), retentionCeilingDays)) {
    throw new Refusal('message-not-found')
  }
  return media
}

function decideDownload({ blobs }: Deps, { sha256, ...named }: StoredFile, conditions: Conditions): Download {
  const { sizeBytes } = named
  const file = { ...named, etag: `"${sha256}"` }
  if (isNotModified(conditions, file.etag)) return { ...file, kind: 'not-modified' }
  const decision = decideRange(conditions, file.etag, sizeBytes)
  if (decision.kind === 'unsatisfiable') return { ...file, kind: 'unsatisfiable' }
  const range = decision.kind === 'part' ? decision.range : { start: 0, end: sizeBytes - 1 }
  const pour = async (begin: () => Writable) => {
    // Unsent since it was checked.
    if (!(await blobs.pour(sha256, range, begin))) throw missing()
  }
  const link = blobs.link && ((headers: BlobHeaders) => blobs.link?.(sha256, headers) ?? Promise.reject(missing()))
  return { ...file, kind: decision.kind, range, pour, link }
}

async function accessBytes(blobs: BlobStore, media: MediaRecord): Promise<{ sha256: string; sizeBytes: number }> {
  if (media.state === 'pending') throw new Refusal('media-not-available-yet')
  if (media.state === 'lost') throw new Refusal('media-lost', media.reason)
  const file = await blobs.stat(media.sha256)
  if (!file) throw missing()
  if (file.sizeBytes !== media.sizeBytes) throw new Refusal('media-lost', 'the file in the media folder is damaged')
  return media
}

function missing(): Refusal {
  return new Refusal('media-lost', 'the file is missing from the media folder')
}
