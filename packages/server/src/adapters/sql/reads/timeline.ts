import type { Place } from '../../../ports/place.ts'
import type { AnswerItemRecord, MessageRecord, TimelineLook, TimelineRecord } from '../../../ports/reading.ts'
import type { Reader } from '../sql.ts'

export async function readTimeline(_sql: Reader, _channelNo: number, _look: TimelineLook): Promise<TimelineRecord[]> {
  throw new Error('not built yet')
}

export async function findPlace(_sql: Reader, _channelNo: number, _messageId: string): Promise<Place | undefined> {
  throw new Error('not built yet')
}

export async function listTimelineMessages(
  _sql: Reader,
  _channelNo: number,
  _places: readonly Place[],
): Promise<MessageRecord[]> {
  throw new Error('not built yet')
}

export async function listTimelineAnswers(
  _sql: Reader,
  _channelNo: number,
  _sendIds: readonly number[],
): Promise<AnswerItemRecord[]> {
  throw new Error('not built yet')
}
