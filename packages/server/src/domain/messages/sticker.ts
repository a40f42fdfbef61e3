/** A sticker, by the platform's own ids. */
export type Sticker = { packageId: string; stickerId: string }

/** The stored picture of one, as a still. */
export type StickerPicture = { sha256: string; width: number; height: number }

/** Names a sticker of any platform. The ids are encoded, so that the parts can't run into each other. */
export function stickerKey(platform: string, { packageId, stickerId }: Sticker): string {
  return [platform, packageId, stickerId].map(encodeURIComponent).join(' ')
}

/** How long to accept that a platform has no picture of a sticker. It may also have been unavailable for a while. */
const askAgainMs = 24 * 60 * 60_000

export function isDue({ hasPicture, triedAt }: { hasPicture: boolean; triedAt: number }, at: number): boolean {
  return !hasPicture && at - triedAt >= askAgainMs
}
