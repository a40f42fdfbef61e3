import type { Store } from '../../ports/store.ts'
import { getProfile, hasSignInCode, listAllKeys, listKeysOf, listSignInsOf } from './accounts/account-reads.ts'
import { countRecoveryCodes, findOperator, hasOperator, hasSetupCode } from './accounts/operators.ts'
import { createAssistantReader } from './assistant/assistant-reads.ts'
import {
  countThinnings,
  findAssistantVersion,
  getAssistantState,
  hasOpenImports,
  listAssistantEdits,
  listAssistantVersions,
} from './assistant/assistant-version-reads.ts'
import { listRules, loadRule } from './assistant/rule-reads.ts'
import { listAnswered, listAnswersBefore, listSends, listSendsTo } from './assistant/sending/send-reads.ts'
import { findSentMessage, listPositions, listSentMessages } from './assistant/sending/sent-message-reads.ts'
import { listCardsOf } from './channels/card-reads.ts'
import { findLastChange, listChanges } from './channels/change-reads.ts'
import { countSubscribers, loadChannel } from './channels/channel-reads.ts'
import { findChannelNo, listAllChannels, listAudit, listChannelsOf, listMembers } from './channels/list-reads.ts'
import { knowsChat } from './channels/moving/former-ids.ts'
import { findImport, listFormatsHere, listImports, listImportsOf, readLeftOut } from './imports/import-reads.ts'
import {
  getBacklog,
  hasHeldJobs,
  listBuriedJobs,
  listDueJobs,
  listDueKinds,
  listJobCounts,
  listWaitingQuestions,
} from './jobs/job-reads.ts'
import { countGallery, readGallery } from './media/gallery-reads.ts'
import { findPicture, findPictureOf, isBlobReferenced } from './media/picture-reads.ts'
import { findSticker } from './media/stickers.ts'
import { findAccess, findStanding, listReadableChannels } from './members/access-reads.ts'
import { listKept, listMemberships } from './members/kept-reads.ts'
import { findPerson, listLastSeen, listMessagesOf, listPastRoles } from './members/person-reads.ts'
import { listUnchecked } from './members/unchecked-reads.ts'
import { findMedia, findMessage, listVersions, readMedia, readMessages } from './messages/backup-reads.ts'
import { findBookmark, listBookmarks } from './messages/bookmarks.ts'
import { completeMessages } from './messages/complete-messages.ts'
import { countMessages, findEnds } from './messages/day-reads.ts'
import { listMissingSpans } from './messages/export/export-marks.ts'
import { readForExport } from './messages/export/export-reads.ts'
import { countForExport, listExportPeople, surveyMarks, surveyMessages } from './messages/export/export-survey.ts'
import { listHappenings } from './messages/happening-reads.ts'
import { listAbsences, listServiceSpans, readLedger } from './messages/ledger/ledger-reads.ts'
import { readMemories } from './messages/memory-reads.ts'
import { countUnread, findReadPosition, getUnread } from './messages/read-positions.ts'
import { listStoredMessages } from './messages/stored-messages.ts'
import { findPosition, listAnswers, listTimelineAnswers, readTimeline } from './messages/timeline-reads.ts'
import { listAlerts, listAlertWays, listTellings } from './notifications/alerts.ts'
import {
  findNotifiedBrowser,
  hasNotifiedOperator,
  listChannelNews,
  listNotifiedBrowsers,
  listServiceFindings,
} from './notifications/notification-reads.ts'
import { findAccountId, listArrivals, listConnections, listUnreadEvents } from './platforms/platform-reads.ts'
import { findSourcePosition } from './platforms/source-positions.ts'
import { findSavedSearch, listSavedSearches } from './search/saved-searches.ts'
import { listSenderNames } from './search/search-names.ts'
import { getIndexState, hasUnindexed, listCandidates, listCandidatesAt } from './search/search-reads.ts'
import type { Defaults, Reader } from './sql.ts'
import {
  countExpired,
  countRows,
  getErasure,
  hasOpenErasures,
  listExpired,
  listFiles,
  listReleasedFiles,
} from './storage/housekeeping-reads.ts'
import { findLedgerNumber, getLedgerState, listLedger } from './storage/ledger-reads.ts'
import { findMediaPlace } from './storage/media-place.ts'
import { listOperatorLog } from './storage/operator-log.ts'
import { listSettings } from './storage/settings.ts'
import { listSnapshotRuns, listSnapshotSchedules } from './storage/snapshot-runs.ts'
import { getModelTokens, listRequestsOf, listUsageByChannelOf, listUsageIn, listUsageOf } from './usage/usage-reads.ts'
import {
  countWebhooks,
  findNextDelivery,
  findSendingWebhook,
  findServiceWebhook,
  findWebhook,
  listBusyWebhooks,
  listDeliveries,
  listServiceWebhooks,
  listStoppedWebhooks,
  listWebhooks,
  listWebhooksToPlan,
} from './webhooks/webhook-reads.ts'
export type Reads = Omit<Store, 'write' | 'close' | 'secret' | 'instance' | 'onCommit' | 'nodes'>

/** The reading half of the store, the same for both engines. */
export function createReads(sql: Reader, defaults: Defaults): Reads {
  return {
    ...bindFirst(reads, sql),
    ...bindFirst(bindFirst(readsWithDefaults, sql), defaults),
    getAssistant: createAssistantReader(sql, defaults),
  }
}

const reads = {
  // channels and members
  listChannelsOf,
  listMembers,
  countSubscribers,
  listUnchecked,
  findPerson,
  listLastSeen,
  listPastRoles,
  listMessagesOf,
  listMemberships,
  listKept,
  listAudit,
  findChannelNo,
  listAllChannels,
  // assistant
  countThinnings,
  listAssistantVersions,
  findAssistantVersion,
  listAssistantEdits,
  hasOpenImports,
  listRules,
  findRule: loadRule,
  listSends,
  listSendsTo,
  listAnswered,
  listAnswersBefore,
  // messages
  readMessages,
  findMessage,
  listVersions,
  findSentMessage,
  listPositions,
  listSentMessages,
  readTimeline,
  findPosition,
  listStoredMessages,
  completeMessages,
  listTimelineAnswers,
  listHappenings,
  findReadPosition,
  getUnread,
  countUnread,
  listBookmarks,
  findBookmark,
  countMessages,
  readLedger,
  listServiceSpans,
  listAbsences,
  findEnds,
  readMemories,
  readForExport,
  surveyMessages,
  listMissingSpans,
  surveyMarks,
  countForExport,
  listExportPeople,
  // webhooks
  listWebhooks,
  findWebhook,
  listServiceWebhooks,
  findServiceWebhook,
  listDeliveries,
  listWebhooksToPlan,
  listBusyWebhooks,
  findSendingWebhook,
  findNextDelivery,
  listStoppedWebhooks,
  countWebhooks,
  // imports
  listImports,
  findImport,
  listImportsOf,
  listFormatsHere,
  readLeftOut,
  // media
  readMedia,
  findMedia,
  readGallery,
  countGallery,
  findPictureOf,
  findPicture,
  findSticker,
  isBlobReferenced,
  // search and live
  listCandidates,
  listCandidatesAt,
  listAnswers,
  listSenderNames,
  getIndexState,
  listSavedSearches,
  findSavedSearch,
  hasUnindexed,
  listChanges,
  findLastChange,
  // accounts and usage
  getProfile,
  listKeysOf,
  listAllKeys,
  listSignInsOf,
  hasSignInCode,
  findNotifiedBrowser,
  listNotifiedBrowsers,
  hasNotifiedOperator,
  listChannelNews,
  listServiceFindings,
  findOperator,
  hasOperator,
  hasSetupCode,
  countRecoveryCodes,
  listUsageOf,
  listUsageByChannelOf,
  listUsageIn,
  getModelTokens,
  listRequestsOf,
  // platforms and jobs
  findAccountId,
  knowsChat,
  findSourcePosition,
  listArrivals,
  listConnections,
  listUnreadEvents,
  listDueKinds,
  hasHeldJobs,
  getBacklog,
  listJobCounts,
  listDueJobs,
  listWaitingQuestions,
  listBuriedJobs,
  // storage
  listReleasedFiles,
  listFiles,
  listExpired,
  countExpired,
  listLedger,
  findLedgerNumber,
  getLedgerState,
  getErasure,
  hasOpenErasures,
  countRows,
  findMediaPlace,
  listSettings,
  listSnapshotRuns,
  listSnapshotSchedules,
  listAlerts,
  listAlertWays,
  listTellings,
  listOperatorLog,
  async readServerTime(sql: Reader): Promise<number | undefined> {
    if (sql.engine === 'sqlite') return undefined
    const row = await sql.get<{ at: number }>(
      'select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as at',
    )
    return row?.at
  },
  async ping(sql: Reader): Promise<void> {
    await sql.get('select 1 from facts limit 1')
  },
}

const readsWithDefaults = {
  findAccess,
  findStanding,
  listReadableChannels,
  getChannel: loadChannel,
  getAssistantState,
  listCardsOf,
}

type Table<First> = Record<string, (first: First, ...rest: never[]) => unknown>

type Bound<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (first: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never
}

/** The same functions with their first argument given. */
function bindFirst<First, Functions extends Table<First>>(functions: Functions, first: First): Bound<Functions> {
  const bound = Object.entries(functions).map(([name, read]) => [name, read.bind(undefined, first)])
  return Object.fromEntries(bound)
}
