import type { HappeningWord, MessageType } from '@innkeeper/contract'
import type { StoredPicture } from '../domain/media/picture.ts'
import type { MessageFigures } from '../domain/messages/export/message-figures.ts'
import type { AnswerEntry, GapEntry, HappeningEntry, MessageEntry } from '../domain/messages/export/records.ts'
import type { MessagePosition } from './reading.ts'

/** Reads for exports; part of the store. */
export type ExportStore = {
  /**
   * The next messages of a channel in reading order, and what else happened between them. Looks at `examine` messages, and returns
   * those that match. Each call is a read of its own, so nothing is held while an export runs.
   */
  readForExport(channelNo: number, look: ExportLook): Promise<ExportSlice>
  /** How many messages there are in a period, from all senders, and the last of them. */
  countForExport(
    channelNo: number,
    span: Pick<ExportSpan, 'from' | 'to'>,
  ): Promise<Pick<SurveySlice, 'messages' | 'lastSeq' | 'lastAt'>>
  /** Figures about the next `examine` messages. Cheap: no texts are read. */
  surveyMessages(channelNo: number, look: ExportSpan & { lastSeq: number }): Promise<SurveySlice>
  /** Times in which nothing was saved, or not everything, by when they ended. */
  listMissingSpans(channelNo: number, span: Pick<ExportSpan, 'from' | 'to'>): Promise<EndedSpan[]>
  /** Figures about everything else in a time: files, gaps, happenings and what the bot said. */
  surveyMarks(channelNo: number, look: Omit<ExportSpan, 'after' | 'examine'>): Promise<MarkSurvey>
  /** Current names and pictures, in no order; without people who are unknown. */
  listExportPeople(
    channelNo: number,
    userIds: readonly string[],
  ): Promise<{ id: string; name: string; picture: StoredPicture | null }[]>
}

export type ExportSpan = {
  from: number
  to: number
  /** Continue after this message. */
  after: MessagePosition | undefined
  examine: number
  sender: string | null
  type: MessageType | null
}

/** `isWhole`: also gaps, happenings, what the bot said, and quoted messages of the span. */
export type ExportLook = ExportSpan & { isWhole: boolean }

export type ExportEntry = MessageEntry | AnswerEntry | GapEntry | HappeningEntry

/** `bytes`: of the messages that match. `next`: where to continue; undefined at the end. */
export type ExportSlice = {
  entries: ExportEntry[]
  bytes: number
  figures: MessageFigures
  next: MessagePosition | undefined
}

export type SurveySlice = {
  /** Of those that match. */
  messages: number
  bytes: number
  firstAt: number | null
  lastAt: number | null
  /** The highest number in the order of arrival; 0 without messages. */
  lastSeq: number
  /** How many arrived no later than the `lastSeq` that was asked about. */
  known: number
  figures: MessageFigures
  next: MessagePosition | undefined
}

export type EndedSpan = { since: number; until: number; endedBy: HappeningWord }

/** `files`: those that have arrived and match. */
export type MarkSurvey = { files: number; fileBytes: number; figures: readonly number[] }
