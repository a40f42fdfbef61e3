import type { ReadingStore } from '../../ports/reading.ts'
import { hasSignInCode, listSignInsOf } from './accounts/sign-in-reads.ts'
import { listCardsOf } from './channels/card-reads.ts'
import { findLastChange, listChanges } from './channels/change-reads.ts'
import { readGallery } from './media/gallery-reads.ts'
import { completeMessages } from './messages/complete-messages.ts'
import { countMessages, findEnds } from './messages/day-reads.ts'
import { listStoredMessages } from './messages/stored-messages.ts'
import { findTimelinePosition, listTimelineAnswers, readTimeline } from './messages/timeline-reads.ts'
import { hasUnindexed, listCandidates, listUnindexed } from './search/search-reads.ts'
import type { Defaults, Reader } from './sql.ts'

/** What people read with: the half of the reads that `ports/reading.ts` describes. */
export function createReadingReads(sql: Reader, defaults: Defaults): Omit<ReadingStore, 'onCommit'> {
  return {
    readTimeline: (channelNo, look) => readTimeline(sql, channelNo, look),
    findPlace: (channelNo, messageId) => findTimelinePosition(sql, channelNo, messageId),
    listStoredMessages: (channelNo, places) => listStoredMessages(sql, channelNo, places),
    completeMessages: (channelNo, stored) => completeMessages(sql, channelNo, stored),
    listTimelineAnswers: (channelNo, sendIds) => listTimelineAnswers(sql, channelNo, sendIds),
    countMessages: (channelNo, spans, most) => countMessages(sql, channelNo, spans, most),
    findEnds: (channelNo, from) => findEnds(sql, channelNo, from),
    readGallery: (channelNo, look) => readGallery(sql, channelNo, look),
    listCardsOf: (userId, look) => listCardsOf(sql, defaults, userId, look),
    listCandidates: (channelNo, look) => listCandidates(sql, channelNo, look),
    listUnindexed: (channelNo) => listUnindexed(sql, channelNo),
    hasUnindexed: () => hasUnindexed(sql),
    listChanges: (channelNo, after, limit) => listChanges(sql, channelNo, after, limit),
    findLastChange: (channelNo) => findLastChange(sql, channelNo),
    listSignInsOf: (userId) => listSignInsOf(sql, userId),
    hasSignInCode: (hash, at) => hasSignInCode(sql, hash, at),
  }
}
