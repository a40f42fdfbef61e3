import type { AssistantConfig, ChannelSettings, GroupRules, Rule, Welcome } from '@innkeeper/contract'
import type { ReachedLimit } from '../domain/assistant/answering/model-shares.ts'
import type { ApprovalDecision } from '../domain/members/role-change.ts'
import type { Erased } from '../domain/storage/erasure.ts'
import type { AccountCommand } from './commands/accounts.ts'
import type { AssistantCommand } from './commands/assistant.ts'
import type { HeldJob } from './commands/authority.ts'
import type { ChannelCommand, MemberRecorded } from './commands/channels.ts'
import type { ErasingCommand, RemovalProgress } from './commands/erasing.ts'
import type { AddedHistory, ImportCommand } from './commands/imports.ts'
import type { ClaimedJob, JobCommand } from './commands/jobs.ts'
import type { Expired, MessageCommand, Receipt } from './commands/messages.ts'
import type { ServiceCommand } from './commands/service.ts'
import type { WebhookCommand } from './commands/webhooks.ts'
import type { ErasureProgress } from './storage/erasing.ts'

/**
 * Every write. Plain values only: a command crosses a thread, a closure cannot. `forJob`: the job it is a result of. It is refused if
 * someone else has claimed that job since, such as after the writer was frozen.
 */
export type Command = AnyCommand & { forJob?: HeldJob }

type AnyCommand =
  | ChannelCommand
  | AssistantCommand
  | AccountCommand
  | MessageCommand
  | ImportCommand
  | WebhookCommand
  | ErasingCommand
  | ServiceCommand
  | JobCommand

export type CommandKind = Command['kind']
export type CommandOf<K extends CommandKind> = Extract<Command, { kind: K }>

/** The result of a write; `null` if there is none. */
export type ResultOf<K extends CommandKind> = K extends keyof Results ? Results[K] : null

type Results = {
  'receive-events': Receipt
  /** `ask-model`: no rule answers, and there is a model to ask. */
  'answer-question': 'answered' | 'silent' | 'ask-model'
  'answer-chosen': 'answered' | 'silent'
  /** A limit that the question would exceed: nothing was counted. */
  'count-tokens': 'counted' | ReachedLimit
  /** When to look again; null: no one is left to welcome. */
  'greet-newcomers': { again: number | null }
  'claim-jobs': ClaimedJob[]
  'record-media-place': string
  'record-member': MemberRecorded
  'store-preview': 'stored' | 'gone'
  'delete-expired': Expired
  'delete-channel': Erased
  'erase-person': { erasureId: number }
  'erase-self': { erasureId: number }
  'approve-guests': { userId: string; result: ApprovalDecision }[]
  /** How many were new here. */
  'repeat-erasures': number
  'note-removals': number
  'repeat-removals': RemovalProgress
  'settle-restored': { signedOut: number }
  /** How many were numbered. */
  'number-ledger': number
  'continue-erasure': ErasureProgress
  'change-settings': ChannelSettings
  'change-assistant-config': AssistantConfig
  'change-welcome': Welcome
  'change-group-rules': GroupRules
  /** `lost`: it was given up, because it was inactive for a while or because a person was erased. */
  'stage-import': 'staged' | 'lost'
  /** `stale`: the assistant was changed since, and it has to be planned again. */
  'finish-import': { kind: 'done'; version: number } | { kind: 'stale' }
  'drop-imports': { more: boolean }
  /** Where to continue; null: nothing is left to do. */
  'thin-versions': { after: number | null }
  'open-history': { importNo: number }
  'add-imported': AddedHistory
  'remove-imported': { more: boolean }
  'create-rule': Rule
  'update-rule': Rule
  'save-search': null
  'change-saved-search': null
  'delete-saved-search': null
  'keep-server-key': string | null
  /** `changed`: other settings were saved since these were checked. `key-replaced`: a secret was sealed with a key of before a rotation. */
  'save-settings': 'saved' | 'changed' | 'key-replaced'
  /** How many were new. */
  'note-reported': number
  'restore-rule': Rule
  'drop-rule-pictures': { more: boolean }
  'create-key': { expiresAt: number | null; channelIds: string[] | null }
  'create-sign-in': { expiresAt: number }
  /** `exists`: someone else was faster. `not-valid`: the code is unknown, used or expired. */
  'create-operator': 'created' | 'exists' | 'not-valid'
  'sign-in-operator': 'not-valid' | { userId: string }
  /** How many there were. */
  'remove-operators': number
  'reseal-settings': number
  /** `not-valid`: unknown, used or expired. */
  'use-sign-in-code': 'not-valid' | { userId: string }
  /** `more`: some are left. */
  /** `isRoundOver`: every channel that no one else was writing to is done. */
  'index-messages': { indexed: number; more: boolean; after: number; isRoundOver: boolean }
  /** Where to continue; null: all were examined. */
  'forget-changes': { after: number | null }
  /** Where to continue; null: all were examined. */
  'plan-checks': { after: number | null }
  /** Where to continue; null: all were examined. */
  'plan-admins': { after: number | null }
  'forget-events': { more: boolean }
  'forget-deliveries': { more: boolean }
  'renew-webhook-secret': { secretNo: number }
  /** How many are sent again. */
  'repeat-deliveries': { events: number }
  /** `gone`: the message was unsent or never stored, so the file isn't kept. */
  'store-media': 'stored' | 'gone'
  'use-sticker': boolean
  'forget-stickers': number
}
