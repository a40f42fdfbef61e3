import type { Store } from '../../ports/store.ts'
import { getProfile, listAllKeys, listKeysOf } from './accounts/account-reads.ts'
import { createAssistantReader } from './assistant/assistant-reads.ts'
import {
  countThinnings,
  findAssistantVersion,
  getAssistantState,
  hasOpenImports,
  listAssistantEdits,
  listAssistantVersions,
} from './assistant/assistant-version-reads.ts'
import { listRules, loadRule, readUnchanged } from './assistant/rule-reads.ts'
import { listAnswersBefore, listSends, listSendsTo } from './assistant/sending/send-reads.ts'
import { findSentMessage, listSendPositions, listSentMessages } from './assistant/sending/sent-message-reads.ts'
import { countSubscribers, loadChannel } from './channels/channel-reads.ts'
import { findChannelNo, listAllChannels, listAudit, listChannelsOf, listMembers } from './channels/list-reads.ts'
import { getBacklog, hasHeldJobs, listBuriedJobs, listDueKinds, listJobCounts } from './jobs/job-reads.ts'
import { findPicture, findPictureOf, isBlobReferenced } from './media/picture-reads.ts'
import { findAccess } from './members/access-reads.ts'
import { listUnchecked } from './members/unchecked-reads.ts'
import { findMedia, findMessage, listVersions, readMedia, readMessages } from './messages/backup-reads.ts'
import { findAccountId, listConnections, listUnreadEvents } from './platforms/platform-reads.ts'
import { createReadingReads } from './reading-reads.ts'
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
import { getModelTokens, listRequestsOf, listUsageByChannelOf, listUsageIn, listUsageOf } from './usage/usage-reads.ts'

export type Reads = Omit<Store, 'write' | 'close' | 'secret' | 'instance' | 'onCommit' | 'nodes'>

/** The reading half of the store, the same for every engine that speaks our SQL. */
export function createReads(sql: Reader, defaults: Defaults): Reads {
  return {
    ...createReadingReads(sql, defaults),
    findAccess: (keyHash, channelId) => findAccess(sql, defaults, keyHash, channelId),
    getChannel: (channelNo) => loadChannel(sql, defaults, channelNo),
    listChannelsOf: (userId, role) => listChannelsOf(sql, userId, role),
    listMembers: (channelNo, role) => listMembers(sql, channelNo, role),
    countSubscribers: (channelNo) => countSubscribers(sql, channelNo),
    listUnchecked: (channelNo, look) => listUnchecked(sql, channelNo, look),
    listAudit: (channelNo, page) => listAudit(sql, channelNo, page),
    getAssistant: createAssistantReader(sql, defaults),
    getAssistantState: (channelNo) => getAssistantState(sql, defaults, channelNo),
    countThinnings: (channelNo) => countThinnings(sql, channelNo),
    listAssistantVersions: (channelNo, page) => listAssistantVersions(sql, channelNo, page),
    findAssistantVersion: (channelNo, version, changes) => findAssistantVersion(sql, channelNo, version, changes),
    listAssistantEdits: (channelNo, page) => listAssistantEdits(sql, channelNo, page),
    listRules: (channelNo, page) =>
      page ? listRules(sql, channelNo, page) : readUnchanged(sql, channelNo, () => listRules(sql, channelNo, page)),
    findRule: (channelNo, ruleId) => loadRule(sql, channelNo, ruleId),
    readMessages: (channelNo, span) => readMessages(sql, channelNo, span),
    findMessage: (channelNo, messageId) => findMessage(sql, channelNo, messageId),
    listVersions: (channelNo, messageId) => listVersions(sql, channelNo, messageId),
    readMedia: (channelNo, span) => readMedia(sql, channelNo, span),
    findMedia: (channelNo, messageId) => findMedia(sql, channelNo, messageId),
    findSaid: (channelNo, messageId) => findSentMessage(sql, channelNo, messageId),
    listPlaces: (channelNo, look) => listSendPositions(sql, channelNo, look),
    listSaid: (channelNo, places) => listSentMessages(sql, channelNo, places),
    listSends: (channelNo, look) => listSends(sql, channelNo, look),
    listSendsTo: (channelNo, message) => listSendsTo(sql, channelNo, message),
    listAnswersBefore: (channelNo, message, withinMs) => listAnswersBefore(sql, channelNo, message, withinMs),
    getProfile: (userId) => getProfile(sql, userId),
    listKeysOf: (userId) => listKeysOf(sql, userId),
    listUsageOf: (userId, days) => listUsageOf(sql, userId, days),
    listUsageByChannelOf: (userId, days) => listUsageByChannelOf(sql, userId, days),
    listUsageIn: (channelNo, days) => listUsageIn(sql, channelNo, days),
    getModelTokens: (whose) => getModelTokens(sql, whose),
    listRequestsOf: (userId, days) => listRequestsOf(sql, userId, days),
    findChannelNo: (channelId) => findChannelNo(sql, channelId),
    listAllChannels: () => listAllChannels(sql),
    listAllKeys: () => listAllKeys(sql),
    findAccountId: (platform) => findAccountId(sql, platform),
    listConnections: () => listConnections(sql),
    listDueKinds: (at) => listDueKinds(sql, at),
    hasHeldJobs: () => hasHeldJobs(sql),
    hasOpenImports: () => hasOpenImports(sql),
    getBacklog: () => getBacklog(sql),
    listJobCounts: () => listJobCounts(sql),
    listBuriedJobs: (limit) => listBuriedJobs(sql, limit),
    listUnreadEvents: (limit) => listUnreadEvents(sql, limit),
    findPictureOf: (id) => findPictureOf(sql, id),
    findPicture: (sha256) => findPicture(sql, sha256),
    listReleasedFiles: (limit) => listReleasedFiles(sql, limit),
    listFiles: (after, limit) => listFiles(sql, after, limit),
    listExpired: (at, ceilingDays) => listExpired(sql, at, ceilingDays),
    countExpired: (channelNo, before) => countExpired(sql, channelNo, before),
    listLedger: (after, limit) => listLedger(sql, after, limit),
    findLedgerNumber: (entry) => findLedgerNumber(sql, entry),
    getLedgerState: () => getLedgerState(sql),
    getErasure: (erasureId) => getErasure(sql, erasureId),
    hasOpenErasures: () => hasOpenErasures(sql),
    countRows: () => countRows(sql),
    isBlobReferenced: (sha256) => isBlobReferenced(sql, sha256),
    async ping() {
      await sql.get('select 1 from facts limit 1')
    },
  }
}
