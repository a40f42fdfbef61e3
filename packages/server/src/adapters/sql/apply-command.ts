import type { Command, CommandKind, ResultOf } from '../../ports/commands.ts'
import { recordAccount } from './accounts/accounts.ts'
import { createKey, recordRequests, revokeKey } from './accounts/keys.ts'
import { createSignIn, createSignInCode, endSignIn, forgetSignIns, useSignInCode } from './accounts/sign-ins.ts'
import { answerFound, leaveUnanswered } from './assistant/answers.ts'
import { changeAssistantConfig, changeGroupRules, changeWelcome } from './assistant/assistant.ts'
import { beginImport, dropImports, finishImport, stageImport } from './assistant/assistant-import.ts'
import { recordSizes } from './assistant/assistant-storage.ts'
import { answerChosen, countTokens } from './assistant/model-answers.ts'
import { createRule, deleteRule, updateRule } from './assistant/rules.ts'
import { greetNewcomers } from './assistant/sending/newcomers.ts'
import { thinVersions } from './assistant/thin-versions.ts'
import { labelVersion } from './assistant/version-labels.ts'
import { forgetChanges } from './channels/changes.ts'
import { changeSettings, setStatus } from './channels/channel.ts'
import { createClaimCode } from './channels/claim-codes.ts'
import { claimJobs, extendLeases, finishJob, releaseJobs, settleRestored } from './jobs/jobs.ts'
import { retryJob } from './jobs/retry-job.ts'
import { loseMedia, skipPreview, storeMedia, storePreview } from './media/media.ts'
import { forgetFiles } from './media/released-files.ts'
import { forgetVanished } from './media/vanished-files.ts'
import { planChecks, recordChecks } from './members/membership-checks.ts'
import { recordChannel, recordMember, recordRoster } from './members/profiles.ts'
import { changeRole, handOverOwner } from './members/roles.ts'
import { repeatRemovals } from './messages/repeat-removals.ts'
import { deleteExpired } from './messages/retention.ts'
import { subscribe, unsubscribe } from './messages/subscription.ts'
import { recordConnections } from './platforms/connections.ts'
import { forgetEvents } from './platforms/events-seen.ts'
import { receiveEvents } from './platforms/receive-events.ts'
import { indexMessages } from './search/index-messages.ts'
import type { Sql } from './sql.ts'
import { continueErasure, deleteChannel, erasePerson, repeatErasures } from './storage/erasures.ts'
import { noteRemovals, numberLedger } from './storage/ledger.ts'
import type { Writing } from './writing.ts'

/**
 * Carries out one command inside the caller's transaction: load, decide, write. A refused command throws and must be
 * rolled back by the caller.
 */
export function apply(tx: Sql, writing: Writing, command: Command): Promise<ResultOf<CommandKind>> {
  switch (command.kind) {
    case 'receive-events':
      return receiveEvents(tx, writing, command)
    case 'change-role':
      return changeRole(tx, command)
    case 'hand-over-owner':
      return handOverOwner(tx, command)
    case 'set-status':
      return setStatus(tx, command)
    case 'change-settings':
      return changeSettings(tx, writing, command)
    case 'change-assistant-config':
      return changeAssistantConfig(tx, writing, command)
    case 'change-welcome':
      return changeWelcome(tx, writing, command)
    case 'change-group-rules':
      return changeGroupRules(tx, writing, command)
    case 'create-rule':
      return createRule(tx, writing, command)
    case 'update-rule':
      return updateRule(tx, writing, command)
    case 'delete-rule':
      return deleteRule(tx, writing, command)
    case 'begin-import':
      return beginImport(tx, writing, command)
    case 'stage-import':
      return stageImport(tx, command)
    case 'finish-import':
      return finishImport(tx, command)
    case 'drop-imports':
      return dropImports(tx, command)
    case 'thin-versions':
      return thinVersions(tx, writing, command)
    case 'label-version':
      return labelVersion(tx, command)
    case 'subscribe':
      return subscribe(tx, command)
    case 'unsubscribe':
      return unsubscribe(tx, command)
    case 'create-key':
      return createKey(tx, command)
    case 'revoke-key':
      return revokeKey(tx, command)
    case 'create-sign-in':
      return createSignIn(tx, command)
    case 'use-sign-in-code':
      return useSignInCode(tx, command)
    case 'create-sign-in-code':
      return createSignInCode(tx, command)
    case 'end-sign-in':
      return endSignIn(tx, command)
    case 'forget-sign-ins':
      return forgetSignIns(tx, command)
    case 'index-messages':
      return indexMessages(tx, command)
    case 'forget-changes':
      return forgetChanges(tx, command)
    case 'forget-events':
      return forgetEvents(tx, command)
    case 'store-media':
      return storeMedia(tx, writing, command)
    case 'lose-media':
      return loseMedia(tx, writing, command)
    case 'store-preview':
      return storePreview(tx, command)
    case 'skip-preview':
      return skipPreview(tx, command)
    case 'forget-files':
      return forgetFiles(tx, command)
    case 'forget-vanished':
      return forgetVanished(tx, command)
    case 'delete-expired':
      return deleteExpired(tx, command)
    case 'delete-channel':
      return deleteChannel(tx, command)
    case 'erase-person':
      return erasePerson(tx, command)
    case 'repeat-erasures':
      return repeatErasures(tx, command)
    case 'note-removals':
      return noteRemovals(tx, command)
    case 'repeat-removals':
      return repeatRemovals(tx, command)
    case 'number-ledger':
      return numberLedger(tx, command)
    case 'settle-restored':
      return settleRestored(tx, command)
    case 'continue-erasure':
      return continueErasure(tx, command)
    case 'record-requests':
      return recordRequests(tx, command)
    case 'record-sizes':
      return recordSizes(tx, command)
    case 'record-account':
      return recordAccount(tx, command)
    case 'record-connections':
      return recordConnections(tx, command)
    case 'record-channel':
      return recordChannel(tx, command)
    case 'record-member':
      return recordMember(tx, command)
    case 'record-roster':
      return recordRoster(tx, command)
    case 'plan-checks':
      return planChecks(tx, command)
    case 'record-checks':
      return recordChecks(tx, command)
    case 'create-claim-code':
      return createClaimCode(tx, command)
    case 'claim-jobs':
      return claimJobs(tx, command)
    case 'extend-leases':
      return extendLeases(tx, command)
    case 'release-jobs':
      return releaseJobs(tx)
    case 'answer-question':
      return answerFound(tx, writing, command)
    case 'answer-chosen':
      return answerChosen(tx, writing, command)
    case 'leave-unanswered':
      return leaveUnanswered(tx, writing, command)
    case 'count-tokens':
      return countTokens(tx, writing, command)
    case 'greet-newcomers':
      return greetNewcomers(tx, writing, command)
    case 'retry-job':
      return retryJob(tx, command)
    case 'finish-job':
      return finishJob(tx, writing, command)
  }
}
