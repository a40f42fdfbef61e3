import { visibleFrom } from '../../domain/messages/retention.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ReadableChannel } from '../access.ts'

/** A channel that is being searched for someone. */
export type SearchChannel = {
  channelNo: number
  channelId: string
  name: string
  timezone: string
  /** The earliest time this person can see. */
  visibleFrom: number
  /** When its last message was sent, if known. */
  lastTime: number
  /** Set to false if some messages may be missing. */
  isComplete: boolean
}

export function toSearchChannel(
  { clock, retentionCeilingDays }: { clock: Clock; retentionCeilingDays: number | null },
  { grant, name, lastTime }: Omit<ReadableChannel, 'lastTime'> & { lastTime?: number },
): SearchChannel {
  const { channelId, channel } = grant
  return {
    channelNo: channel.channelNo,
    channelId,
    name,
    timezone: channel.timezone,
    visibleFrom: visibleFrom(grant, clock(), retentionCeilingDays),
    lastTime: lastTime ?? Number.MAX_SAFE_INTEGER - 1,
    isComplete: true,
  }
}
