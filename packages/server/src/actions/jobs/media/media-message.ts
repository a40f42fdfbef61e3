import type { ClaimedJob } from '../../../ports/commands/jobs.ts'
import type { MediaMessage } from '../../../ports/connector.ts'
import type { MediaRecord } from '../../../ports/records.ts'

/** A message with a file, as connectors get it. */
export function toMediaMessage(
  { channelId, type }: ClaimedJob['channel'],
  messageId: string,
  media: MediaRecord,
): MediaMessage {
  return {
    channel: { channelId, type },
    messageId,
    type: media.type,
    ...(media.file && { file: media.file }),
  }
}
