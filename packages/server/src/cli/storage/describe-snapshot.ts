import type { SnapshotRunCounts } from '../../domain/storage/snapshots/snapshot-run.ts'
import { describeFiles, formatCount } from '../text-format.ts'

/** What a snapshot contains, the same in every command, so that people can compare. */
export function describeSnapshotContent(counts: SnapshotRunCounts): string {
  const { messages = 0, channels = 0, files = 0, mediaFiles = 0, previews, profilePictures } = counts
  // Older snapshots didn't count them.
  const kinds =
    previews === undefined || profilePictures === undefined
      ? `${formatCount(files, 'file')} (photos and other files, previews, profile pictures)`
      : describeFiles({ mediaFiles, previews, profilePictures })
  return `${formatCount(messages, 'message')} (not counting unsent ones) in ${formatCount(channels, 'channel')}, ${kinds}`
}
