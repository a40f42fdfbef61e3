import { readChatCommand } from '../../domain/platforms/chat-command.ts'
import type { Command, CommandKind, CommandOf, ResultOf } from '../../ports/commands.ts'
import { createKey, recordRequests, revokeKey } from './accounts/keys.ts'
import {
  changePassphrase,
  createOperator,
  createSetupCode,
  forgetSetupCodes,
  removeOperators,
  renewRecoveryCodes,
  shareOperatorRights,
  signInOperator,
} from './accounts/operators.ts'
import { createSignIn, createSignInCode, endSignIn, forgetSignIns, useSignInCode } from './accounts/sign-ins.ts'
import { answerFound, leaveUnanswered } from './assistant/answers.ts'
import { changeAssistantConfig, changeGroupRules, changeWelcome } from './assistant/assistant.ts'
import { beginImport, dropImports, finishImport, stageImport } from './assistant/assistant-import.ts'
import { recordSizes } from './assistant/assistant-storage.ts'
import { forgetRules, restoreRule } from './assistant/deleted-rules.ts'
import { answerChosen, countTokens } from './assistant/model-answers.ts'
import { dropRulePictures, keepRulePicture } from './assistant/rule-pictures.ts'
import { createRule, deleteRule, updateRule } from './assistant/rules.ts'
import { planWelcome } from './assistant/sending/welcomes.ts'
import { thinVersions } from './assistant/thin-versions.ts'
import { labelVersion } from './assistant/version-labels.ts'
import { forgetChanges } from './channels/changes.ts'
import { changeSettings, setStatus } from './channels/channel.ts'
import { createClaimCode } from './channels/claim-codes.ts'
import { recordMove } from './channels/moving/moved-chats.ts'
import { addImported } from './imports/add-imported.ts'
import { noteReading, openHistory, recordHistory, steerHistory } from './imports/imports.ts'
import { removeImported } from './imports/remove-imported.ts'
import { refuseLostLease } from './jobs/fence.ts'
import { claimJobs, extendLeases, finishJob, releaseJobs, settleRestored } from './jobs/jobs.ts'
import { retryJob } from './jobs/retry-job.ts'
import { loseMedia, skipPreview, storeMedia, storePreview } from './media/media.ts'
import { forgetFiles } from './media/released-files.ts'
import { forgetStickers, noteStickerUse, planStickers, recordSticker } from './media/stickers.ts'
import { forgetVanished } from './media/vanished-files.ts'
import { planChecks, recordChecks } from './members/membership-checks.ts'
import { planAdmins, recordAdmins } from './members/platform-admins.ts'
import { recordChannel, recordMember, recordRoster } from './members/profiles.ts'
import { approveGuests, changeRole, handOverOwner } from './members/roles.ts'
import { deleteBookmark, saveBookmark } from './messages/bookmarks.ts'
import { noteAlive, noteReported } from './messages/ledger/absences.ts'
import { markRead } from './messages/read-positions.ts'
import { repeatRemovals } from './messages/repeat-removals.ts'
import { deleteExpired } from './messages/retention.ts'
import { subscribe, unsubscribe } from './messages/subscription.ts'
import { aimAlerts, noteAlerts, recordAlerts } from './notifications/alerts.ts'
import { recordNotified, turnOffNotifications, turnOnNotifications } from './notifications/notified-browsers.ts'
import { keepServerKey } from './notifications/server-key.ts'
import { noteFindings } from './notifications/service-findings.ts'
import { recordAccount, recordConnections, recordReach } from './platforms/connections.ts'
import { forgetEvents } from './platforms/events-seen.ts'
import { noteMissed } from './platforms/missed-events.ts'
import { receiveEvents } from './platforms/receive-events.ts'
import { indexMessages } from './search/index-messages.ts'
import { changeSavedSearch, deleteSavedSearch, saveSearch } from './search/saved-searches.ts'
import type { LockName, Sql } from './sql.ts'
import { continueErasure, deleteChannel, erasePerson, eraseSelf, repeatErasures } from './storage/erasures.ts'
import { noteRemovals, numberLedger } from './storage/ledger.ts'
import { recordMediaPlace } from './storage/media-place.ts'
import { resealSettings, saveSettings } from './storage/settings.ts'
import { beginSnapshotRun, finishSnapshotRun, noteSnapshotSchedules } from './storage/snapshot-runs.ts'
import { forgetDeliveries, planDeliveries, recordDelivery, repeatDeliveries } from './webhooks/deliveries.ts'
import { changeWebhook, createWebhook, deleteWebhook, renewWebhookSecret } from './webhooks/webhooks.ts'
import type { Writing } from './writing.ts'

/** What a command locks before it reads anything. SQLite has one writer and needs no locks; see `postgres/locks.ts`. */
export type LockTarget =
  | { kind: 'channels'; channelIds: readonly string[] }
  | { kind: 'channels-of-platform'; platform: string }
  /** `ifSent`: only if the job sends something. */
  | { kind: 'channel-of-job'; jobId: number; ifSent: boolean }
  | { kind: 'named'; name: LockName }
  | { kind: 'model-days' }
  | { kind: 'everything' }

type CommandPlan<Kind extends CommandKind> = {
  /** Runs inside the caller's transaction: load, decide, write. A refused command throws, and the caller rolls back. */
  apply(tx: Sql, command: CommandOf<Kind>, writing: Writing): Promise<ResultOf<Kind>>
  /**
   * Commands decide by what they read, and several nodes write at once. What is locked stays as it was read. Channels are
   * locked before names, and in the order of their numbers, so that commands can't deadlock.
   */
  locks(command: CommandOf<Kind>): LockTarget[]
  /** No one waits for the result, and large groups cause a lot of it, so it gets few connections. */
  isBackground?: true
}

const everything = (): LockTarget[] => [{ kind: 'everything' }]
/** For commands that find out what to lock while they run. */
const asItGoes = (): LockTarget[] => []
const named = (name: LockName): LockTarget => ({ kind: 'named', name })
const modelDays: LockTarget = { kind: 'model-days' }
/** If both chats have a channel, they become one: rows that belong to a channel but are written under a name follow, too. */
const locksOfMove = (channelIds: readonly string[]): LockTarget[] => [
  { kind: 'channels', channelIds },
  named('keys'),
  modelDays,
]
const ownChannel = ({ channelId }: { channelId: string }): LockTarget[] => [
  { kind: 'channels', channelIds: [channelId] },
]
/** Those of the service are written with what they are about, such as findings. */
const webhookPlace = ({ channelId }: { channelId: string | null }): LockTarget[] =>
  channelId === null ? [named('upkeep')] : ownChannel({ channelId })
/** A job that comes back also does the work planned under its name meanwhile: other rows of its channel. */
const channelOfEnding = ({ jobId, outcome }: CommandOf<'finish-job'>): LockTarget[] => [
  {
    kind: 'channel-of-job',
    jobId,
    ifSent: outcome.kind === 'done' || outcome.kind === 'bury' || outcome.chatPausedUntil !== undefined,
  },
]

/** Every command: how it runs, and what it locks. */
const commands: { readonly [Kind in CommandKind]: CommandPlan<Kind> } = {
  'receive-events': { apply: receiveEvents, locks: channelsOfEvents },
  'note-missed': {
    apply: noteMissed,
    locks: ({ platform }) => [{ kind: 'channels-of-platform', platform }, named('connections')],
  },
  'change-role': { apply: changeRole, locks: ownChannel },
  'approve-guests': { apply: approveGuests, locks: ownChannel },
  'hand-over-owner': { apply: handOverOwner, locks: ownChannel },
  'set-status': { apply: setStatus, locks: ownChannel },
  'change-settings': { apply: changeSettings, locks: ownChannel },
  'change-assistant-config': { apply: changeAssistantConfig, locks: ownChannel },
  'change-welcome': { apply: changeWelcome, locks: ownChannel },
  'change-group-rules': { apply: changeGroupRules, locks: ownChannel },
  'create-rule': { apply: createRule, locks: ownChannel },
  'update-rule': { apply: updateRule, locks: ownChannel },
  'delete-rule': { apply: deleteRule, locks: ownChannel },
  'restore-rule': { apply: restoreRule, locks: ownChannel },
  'keep-rule-picture': { apply: keepRulePicture, locks: ownChannel },
  'drop-rule-pictures': { apply: dropRulePictures, locks: () => [named('upkeep')], isBackground: true },
  'forget-rules': { apply: forgetRules, locks: () => [named('upkeep')], isBackground: true },
  'begin-import': { apply: beginImport, locks: ownChannel },
  'stage-import': { apply: stageImport, locks: asItGoes, isBackground: true },
  'finish-import': { apply: finishImport, locks: ownChannel },
  'drop-imports': { apply: dropImports, locks: () => [named('upkeep')], isBackground: true },
  'create-webhook': { apply: createWebhook, locks: webhookPlace },
  'change-webhook': { apply: changeWebhook, locks: webhookPlace },
  'delete-webhook': { apply: deleteWebhook, locks: webhookPlace },
  'renew-webhook-secret': { apply: renewWebhookSecret, locks: webhookPlace },
  'repeat-deliveries': { apply: repeatDeliveries, locks: webhookPlace },
  'plan-deliveries': { apply: planDeliveries, locks: ownChannel, isBackground: true },
  'record-delivery': {
    apply: recordDelivery,
    // Operators are told about a webhook that turned itself off.
    locks: ({ channelId, off }) => [
      ...(channelId === null ? [] : ownChannel({ channelId })),
      ...(channelId === null || off !== undefined ? [named('upkeep')] : []),
    ],
    isBackground: true,
  },
  'forget-deliveries': { apply: forgetDeliveries, locks: () => [named('upkeep')], isBackground: true },
  'open-history': { apply: openHistory, locks: ownChannel },
  'steer-history': { apply: steerHistory, locks: ownChannel },
  'note-reading': { apply: noteReading, locks: ownChannel, isBackground: true },
  'record-history': { apply: recordHistory, locks: ownChannel },
  'add-imported': { apply: addImported, locks: ownChannel, isBackground: true },
  'remove-imported': { apply: removeImported, locks: ownChannel, isBackground: true },
  'thin-versions': { apply: thinVersions, locks: asItGoes, isBackground: true },
  'label-version': { apply: labelVersion, locks: ownChannel },
  subscribe: { apply: subscribe, locks: ownChannel },
  unsubscribe: { apply: unsubscribe, locks: ownChannel },
  'save-search': { apply: saveSearch, locks: () => [named('keys')] },
  'change-saved-search': { apply: changeSavedSearch, locks: () => [named('keys')] },
  'delete-saved-search': { apply: deleteSavedSearch, locks: () => [named('keys')] },
  'turn-on-notifications': { apply: turnOnNotifications, locks: () => [named('keys')] },
  'turn-off-notifications': { apply: turnOffNotifications, locks: () => [named('keys')] },
  'record-notified': { apply: recordNotified, locks: () => [named('keys')], isBackground: true },
  'note-findings': { apply: noteFindings, locks: () => [named('keys')], isBackground: true },
  'note-alerts': { apply: noteAlerts, locks: () => [named('upkeep')] },
  'aim-alerts': { apply: aimAlerts, locks: () => [named('upkeep')] },
  'record-alerts': { apply: recordAlerts, locks: () => [named('upkeep')] },
  'keep-server-key': { apply: keepServerKey, locks: () => [named('keys')] },
  'mark-read': { apply: markRead, locks: ownChannel },
  'save-bookmark': { apply: saveBookmark, locks: ownChannel },
  'delete-bookmark': { apply: deleteBookmark, locks: ownChannel },
  'create-key': { apply: createKey, locks: () => [named('keys')] },
  'revoke-key': { apply: revokeKey, locks: () => [named('keys')] },
  'create-sign-in': { apply: createSignIn, locks: () => [named('keys')] },
  'use-sign-in-code': { apply: useSignInCode, locks: () => [named('keys')] },
  'create-sign-in-code': { apply: createSignInCode, locks: () => [named('keys')] },
  'end-sign-in': { apply: endSignIn, locks: () => [named('keys')] },
  'create-setup-code': { apply: createSetupCode, locks: () => [named('keys')] },
  'forget-setup-codes': { apply: forgetSetupCodes, locks: () => [named('keys')] },
  'create-operator': { apply: createOperator, locks: () => [named('keys')] },
  'sign-in-operator': { apply: signInOperator, locks: () => [named('keys')] },
  'change-passphrase': { apply: changePassphrase, locks: () => [named('keys')] },
  'share-operator-rights': { apply: shareOperatorRights, locks: () => [named('keys')] },
  'renew-recovery-codes': { apply: renewRecoveryCodes, locks: () => [named('keys')] },
  'remove-operators': { apply: removeOperators, locks: () => [named('keys')] },
  'save-settings': {
    apply: saveSettings,
    locks: ({ account, disconnected }) => [
      ...(account ? [named('connections')] : []),
      named('keys'),
      ...(account || disconnected !== undefined ? [named('upkeep')] : []),
    ],
  },
  'reseal-settings': { apply: resealSettings, locks: () => [named('keys')] },
  'forget-sign-ins': { apply: forgetSignIns, locks: () => [named('keys')] },
  'index-messages': { apply: indexMessages, locks: () => [named('index')], isBackground: true },
  'forget-changes': { apply: forgetChanges, locks: () => [named('upkeep')], isBackground: true },
  'forget-events': { apply: forgetEvents, locks: () => [named('upkeep')], isBackground: true },
  'store-media': { apply: storeMedia, locks: ownChannel },
  'lose-media': { apply: loseMedia, locks: ownChannel },
  'store-preview': { apply: storePreview, locks: ownChannel },
  'skip-preview': { apply: skipPreview, locks: ownChannel },
  'record-sticker': { apply: recordSticker, locks: ownChannel, isBackground: true },
  'use-sticker': { apply: noteStickerUse, locks: ownChannel, isBackground: true },
  'plan-stickers': { apply: planStickers, locks: ownChannel, isBackground: true },
  'forget-stickers': { apply: forgetStickers, locks: () => [named('upkeep')], isBackground: true },
  'forget-files': { apply: forgetFiles, locks: asItGoes },
  'forget-vanished': { apply: forgetVanished, locks: everything },
  'delete-expired': { apply: deleteExpired, locks: () => [named('upkeep')], isBackground: true },
  'delete-channel': { apply: deleteChannel, locks: (command) => [...ownChannel(command), named('erasures')] },
  'erase-person': { apply: erasePerson, locks: () => [named('keys')] },
  'erase-self': { apply: eraseSelf, locks: () => [named('keys')] },
  'repeat-erasures': { apply: repeatErasures, locks: everything },
  'note-removals': { apply: noteRemovals, locks: everything },
  'repeat-removals': { apply: repeatRemovals, locks: everything },
  'number-ledger': { apply: numberLedger, locks: () => [named('erasures')] },
  'settle-restored': { apply: settleRestored, locks: everything },
  'continue-erasure': { apply: continueErasure, locks: asItGoes },
  'record-requests': { apply: recordRequests, locks: () => [named('keys')] },
  'record-sizes': { apply: recordSizes, locks: () => [named('upkeep')], isBackground: true },
  'begin-snapshot-run': { apply: beginSnapshotRun, locks: () => [named('upkeep')] },
  'finish-snapshot-run': { apply: finishSnapshotRun, locks: () => [named('upkeep')] },
  'note-snapshot-schedules': { apply: noteSnapshotSchedules, locks: () => [named('upkeep')] },
  'record-media-place': { apply: recordMediaPlace, locks: asItGoes },
  'record-account': { apply: recordAccount, locks: () => [named('connections')] },
  'record-connections': { apply: recordConnections, locks: () => [named('connections')] },
  'record-reach': { apply: recordReach, locks: () => [named('connections')] },
  'note-alive': {
    apply: noteAlive,
    // A new span also tidies those of other nodes.
    locks: ({ span }) => (span.beganAt === span.seenAt ? [named('upkeep')] : []),
  },
  'note-reported': { apply: noteReported, locks: () => [named('connections')] },
  'move-chat': { apply: recordMove, locks: ({ from, to }) => locksOfMove([from, to]) },
  'record-channel': { apply: recordChannel, locks: ownChannel, isBackground: true },
  'record-member': { apply: recordMember, locks: ownChannel, isBackground: true },
  'record-roster': { apply: recordRoster, locks: ownChannel, isBackground: true },
  'record-admins': { apply: recordAdmins, locks: ownChannel, isBackground: true },
  'plan-admins': { apply: planAdmins, locks: asItGoes },
  'plan-checks': { apply: planChecks, locks: asItGoes },
  'record-checks': { apply: recordChecks, locks: ownChannel, isBackground: true },
  'create-claim-code': { apply: createClaimCode, locks: asItGoes },
  'claim-jobs': { apply: claimJobs, locks: asItGoes },
  'extend-leases': { apply: extendLeases, locks: asItGoes },
  'release-jobs': { apply: releaseJobs, locks: everything },
  'answer-question': { apply: answerFound, locks: ownChannel },
  'answer-chosen': { apply: answerChosen, locks: ownChannel },
  'leave-unanswered': { apply: leaveUnanswered, locks: ownChannel },
  'count-tokens': { apply: countTokens, locks: (command) => [...ownChannel(command), modelDays] },
  'greet-newcomers': { apply: planWelcome, locks: ownChannel },
  'retry-job': { apply: retryJob, locks: ({ jobId }) => [{ kind: 'channel-of-job', jobId, ifSent: false }] },
  'finish-job': { apply: finishJob, locks: channelOfEnding },
}

export function planOf<Kind extends CommandKind>(command: CommandOf<Kind>): CommandPlan<Kind> {
  return commands[command.kind as Kind]
}

export async function applyCommand(tx: Sql, command: Command, writing: Writing): Promise<ResultOf<CommandKind>> {
  if (command.forJob) await refuseLostLease(tx, command.forJob)
  return await planOf(command).apply(tx, command, writing)
}

/**
 * Two messages change keys: the keys of someone who asks to be forgotten are deleted at once, and an operator who claims a chat with
 * their own code acts as that person from then on.
 */
function channelsOfEvents({ events }: CommandOf<'receive-events'>): LockTarget[] {
  const moves = events.flatMap((event) => (event.kind === 'chat-moved' ? [event.from, event.to] : []))
  const channelIds = [...new Set([...events.map(({ channel }) => channel.channelId), ...moves])]
  if (moves.length > 0) return locksOfMove(channelIds)
  return [{ kind: 'channels', channelIds }, ...(events.some(changesKeys) ? [named('keys')] : [])]
}

function changesKeys(event: CommandOf<'receive-events'>['events'][number]): boolean {
  if (event.kind !== 'message' || event.content.type !== 'text') return false
  const command = readChatCommand(event)
  if (command?.name === 'claim') return command.code !== undefined
  return event.channel.type === 'user' && command?.name === 'forget' && command.isConfirmed
}
