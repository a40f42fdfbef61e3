import type {
  AlertWay,
  AssistantConfig,
  AssistantConfigChange,
  ChannelSettings,
  ChannelSettingsChange,
  ChannelStatus,
  ChannelType,
  GroupRules,
  GroupRulesChange,
  KeyScope,
  NewRule,
  Rule,
  RuleChange,
  SearchCriteria,
  SendFailure,
  Welcome,
  WelcomeChange,
} from '@innkeeper/contract'
import type { Finding } from '@innkeeper/contract/findings'
import type { Found, Question } from '../domain/assistant/answering/assistant.ts'
import type { ModelLimits, ReachedLimit } from '../domain/assistant/answering/model-shares.ts'
import type { PlanHead, StagedEdit } from '../domain/assistant/rules/assistant-plan.ts'
import type { IfMatch } from '../domain/edition.ts'
import type { Job, JobKind } from '../domain/jobs/job.ts'
import type { Need } from '../domain/members/permission.ts'
import type { ApprovalDecision, GivenRole } from '../domain/members/role-change.ts'
import type { Sticker, StickerPicture } from '../domain/messages/sticker.ts'
import type { AlertPace, Telling } from '../domain/notifications/alerts/alert.ts'
import type { Pace } from '../domain/notifications/pace.ts'
import type { Erased, LedgerEntry } from '../domain/storage/erasure.ts'
import type { SnapshotOutcome, SnapshotTarget, SnapshotWork } from '../domain/storage/snapshots/snapshot-run.ts'
import type { ConnectionSeen, IncomingEvent, UnreadEvent } from './connector.ts'
import type { PushTarget } from './notifications.ts'
import type { MessagePosition, SignInRecord } from './reading.ts'
import type { ErasureProgress } from './storage/erasing.ts'
import type { MeasuredChannel } from './storage/figures.ts'

/**
 * Who a write is done for. A caller's role is checked again inside the transaction, because roles race; the operator has access
 * to the data folder anyway.
 */
export type Authority = { kind: 'caller'; keyId: string; userId: string; need: Need } | { kind: 'operator' }

type InChannel = { by: Authority; at: number; channelId: string }

/** Refused if the current edition is none of these; compared inside the transaction, because edits race. */
type OfEdition = { ifMatch?: IfMatch | undefined }

/** The request it came from, which is stored with the jobs it plans. */
type OfRequest = { requestId?: string | undefined }

/** A job of a worker, and the lease that proves it is still theirs. */
export type HeldJob = { jobId: number; lease: string }

/**
 * Every write. Plain values only: a command crosses a thread, a closure cannot. `forJob`: the job it is a result of. It is refused if
 * someone else has claimed that job since, such as after the writer was frozen.
 */
export type Command = AnyCommand & { forJob?: HeldJob }

type AnyCommand =
  | ({
      kind: 'receive-events'
      at: number
      platform: string
      events: IncomingEvent[]
      unread: UnreadEvent[]
    } & OfRequest)
  | ({ kind: 'change-role'; userId: string; role: GivenRole } & InChannel)
  | ({ kind: 'approve-guests'; userIds: string[] } & InChannel)
  | ({ kind: 'hand-over-owner'; userId: string } & InChannel)
  | ({ kind: 'set-status'; status: ChannelStatus } & InChannel)
  | ({ kind: 'change-settings'; change: ChannelSettingsChange } & OfEdition & InChannel)
  | ({ kind: 'change-assistant-config'; change: AssistantConfigChange } & OfEdition & InChannel)
  | ({ kind: 'change-welcome'; change: WelcomeChange } & OfEdition & InChannel)
  | ({ kind: 'change-group-rules'; change: GroupRulesChange } & OfEdition & InChannel)
  | ({ kind: 'create-rule'; rule: NewRule } & InChannel)
  | ({ kind: 'update-rule'; ruleId: string; change: RuleChange } & OfEdition & InChannel)
  | ({ kind: 'delete-rule'; ruleId: string } & OfEdition & InChannel)
  /** Brings back a rule that was deleted a short while ago, with its id, author, age and statistics. */
  | ({ kind: 'restore-rule'; ruleId: string } & InChannel)
  /** A picture that was uploaded for answers. */
  | ({ kind: 'keep-rule-picture'; sha256: string; contentType: string } & InChannel)
  /** Checks the next `limit` pictures, and deletes those that no rule and no version uses. */
  | { kind: 'drop-rule-pictures'; at: number; limit: number }
  /** Statistics of rules that were deleted too long ago to be brought back. */
  | { kind: 'forget-rules'; at: number }
  /**
   * An import, or the restoration of a version, is planned outside and staged in slices, so that no one waits for the whole of
   * it. Refused while another one of the channel is running, or too many of others.
   */
  | ({ kind: 'begin-import'; importId: string; plan: Pick<PlanHead, 'versionBytes' | 'rulesBytes'> } & InChannel)
  /** `first`: the index of its first edit among all. */
  | { kind: 'stage-import'; at: number; importId: string; first: number; edits: StagedEdit[] }
  /** Activates everything that was staged at once. `restored`: the version that is restored; null: a file is imported. */
  | ({ kind: 'finish-import'; importId: string; plan: PlannedVersion; restored: number | null } & InChannel)
  /** Deletes what finished or abandoned imports staged, `limit` edits at most. `givenUp`: one that this ends. */
  | { kind: 'drop-imports'; at: number; limit: number; givenUp?: string }
  /**
   * Brings the versions of assistants closer to their limits, by `limit` edits at most: of one channel, or of the next one after
   * `after` that needs it.
   */
  | { kind: 'thin-versions'; of: { channelId: string } | { after: number }; limit: number }
  /** Null removes the name. */
  | ({ kind: 'label-version'; version: number; label: string | null } & InChannel)
  | ({ kind: 'subscribe' } & InChannel)
  | ({ kind: 'unsubscribe' } & InChannel)
  | { kind: 'save-search'; by: Authority; at: number; userId: string; search: SearchToStore }
  | {
      kind: 'change-saved-search'
      by: Authority
      at: number
      userId: string
      searchId: string
      name?: string
      query?: SearchCriteria
    }
  | { kind: 'delete-saved-search'; by: Authority; at: number; userId: string; searchId: string }
  /** `serverKey`: the public key that the browser subscribed with. */
  | {
      kind: 'turn-on-notifications'
      by: Authority
      at: number
      keyId: string
      userId: string
      serverKey: string
      target: PushTarget
    }
  | { kind: 'turn-off-notifications'; by: Authority; at: number; keyId: string }
  /** What browsers were notified of, and when they can be notified again. */
  | { kind: 'record-notified'; browsers: NotifiedResult[] }
  /** What needs an operator's attention now. */
  | { kind: 'note-findings'; at: number; findings: string[] }
  /** What this node finds. `canEnd`: it has looked for long enough to say that something is over. */
  | { kind: 'note-alerts'; at: number; findings: { name: string; finding: Finding }[]; canEnd: boolean }
  /** Where alerts go from now on; null: nowhere. Tries at once, also if it failed before. */
  | { kind: 'aim-alerts'; at: number; way: AlertWay; targetHash: string | null }
  /** What was told, and when to try next. `reason`: why it failed; empty if it didn't. */
  | {
      kind: 'record-alerts'
      at: number
      way: AlertWay
      targetHash: string
      pace: AlertPace
      reason: string
      told: Omit<Telling, 'at'>[]
    }
  /** Returns the one that is stored then. `replaces`: the stored one, which can't be opened any more; null: there was none. */
  | { kind: 'keep-server-key'; at: number; name: string; sealed: string; replaces: string | null }
  /** Only moves forward. */
  | ({ kind: 'mark-read'; position: MessagePosition } & InChannel)
  /** `note`: undefined keeps the present one. */
  | ({ kind: 'save-bookmark'; messageId: string; note: string | undefined } & InChannel)
  | ({ kind: 'delete-bookmark'; messageId: string } & InChannel)
  | { kind: 'create-key'; by: Authority; at: number; key: KeyToStore }
  | { kind: 'revoke-key'; by: Authority; at: number; keyId: string }
  /**
   * Signs a browser in. A caller's sign-in has the scope of their key and ends no later. `replacedHash`: of the browser's
   * previous sign-in, which ends.
   */
  | { kind: 'create-sign-in'; by: Authority; at: number; signIn: SignInToStore; replacedHash: string | null }
  /** The same with the code of a one-time link, which is used up. */
  | {
      kind: 'use-sign-in-code'
      at: number
      codeHash: string
      signIn: Omit<SignInToStore, 'userId' | 'parentId' | 'scope'>
      replacedHash: string | null
    }
  | { kind: 'create-sign-in-code'; by: Authority; at: number; hash: string; userId: string; expiresAt: number }
  /** The link that `innkeeper serve` prints until there is an operator. */
  | { kind: 'create-setup-code'; by: Authority; at: number; hash: string; expiresAt: number }
  /** The first operator, who has the code of a setup link, and the sign-in of their browser. */
  | {
      kind: 'create-operator'
      at: number
      codeHash: string
      operator: { id: string; name: string; passphrase: string }
      recoveryHashes: string[]
      signIn: OperatorSignIn
      replacedHash: string | null
    }
  | {
      kind: 'sign-in-operator'
      at: number
      operatorId: string
      /** The stored passphrase that was compared, or a recovery code, which is used up. */
      proof: { passphrase: string } | { recoveryHash: string }
      signIn: OperatorSignIn
      replacedHash: string | null
    }
  /** `recoveryHash`: of a code that is used up instead of the current passphrase; null: the passphrase was right. */
  | {
      kind: 'change-passphrase'
      by: Authority
      at: number
      operatorId: string
      passphrase: string
      recoveryHash: string | null
    }
  /** Refused if the operator is linked to someone else by now. */
  | {
      kind: 'share-operator-rights'
      by: Authority
      at: number
      operatorId: string
      userId: string
      sharesRights: boolean
    }
  | { kind: 'renew-recovery-codes'; by: Authority; at: number; operatorId: string; hashes: string[] }
  /** Removes all operator accounts and signs their browsers out. */
  | { kind: 'remove-operators'; by: Authority; at: number }
  | {
      kind: 'save-settings'
      by: Authority
      at: number
      actor: string
      changes: { name: string; value: string | null; isSealed: boolean }[]
    }
  /** Replaces sealed values by the same values sealed with another key. */
  | { kind: 'reseal-settings'; at: number; values: { name: string; from: string; to: string }[] }
  | { kind: 'end-sign-in'; by: Authority; at: number; signInId: string }
  /** Expired links, and sign-ins that expired a while ago. */
  | { kind: 'forget-sign-ins'; at: number }
  /** Adds messages to the search index that aren't in it yet, at most `limit` of them. */
  /** `after`: begins with the channels that follow this one, so that each gets its turn. */
  | { kind: 'index-messages'; limit: number; after?: number }
  /** Deletes changes that no client needs any more in the next `limit` channels, by number, `limit` changes at most. */
  | { kind: 'forget-changes'; at: number; limit: number; after: number }
  /** Examines the next `limit` event ids, and deletes those that are too old to be redelivered. */
  | { kind: 'forget-events'; at: number; limit: number }
  | { kind: 'store-media'; at: number; channelId: string; messageId: string; sha256: string; sizeBytes: number }
  | { kind: 'lose-media'; at: number; channelId: string; messageId: string; reason: string }
  | {
      kind: 'store-preview'
      at: number
      channelId: string
      messageId: string
      sha256: string
      size?: { width: number; height: number }
    }
  /** No preview can be made of this file. */
  | { kind: 'skip-preview'; channelId: string; messageId: string }
  /**
   * The picture of a sticker, or null if there is none; a picture that was stored before stays. `triedAt`: when the platform was
   * asked. The channel counts as one that used it.
   */
  | {
      kind: 'record-sticker'
      at: number
      channelId: string
      messageId: string
      sticker: string
      picture: StickerPicture | null
      triedAt: number
    }
  /** The channel used a sticker that is known already. Returns false if it isn't known any more. */
  | { kind: 'use-sticker'; at: number; channelId: string; messageId: string; sticker: string }
  /** Plans to fetch stickers that are shown without a picture. */
  | { kind: 'plan-stickers'; at: number; channelId: string; stickers: (Sticker & { messageId: string })[] }
  /** Removes stickers that no channel used, at most `limit` of them. Returns how many. */
  | { kind: 'forget-stickers'; limit: number }
  /** These were removed from the disk. */
  | { kind: 'forget-files'; releaseIds: number[] }
  /** In a copy of the store: what referred to these files was removed from the original since, and is removed here too. */
  | { kind: 'forget-vanished'; at: number; sha256s: string[] }
  /** Deletes expired messages, at most `limit` of them. */
  | { kind: 'delete-expired'; at: number; ceilingDays: number | null; limit: number }
  /** From its commit on the channel is gone for everyone; its rows follow slice by slice with `continue-erasure`. */
  | ({ kind: 'delete-channel'; confirm: string } & InChannel)
  /** From its commit on the person has no name, no role and no key; their messages follow with `continue-erasure`. */
  | { kind: 'erase-person'; by: Authority; at: number; userId: string; channelId: string | null }
  /** The same everywhere, by the person. `confirm`: their display name. */
  | { kind: 'erase-self'; by: Authority; at: number; confirm: string }
  /** People and channels that were erased elsewhere, or since the snapshot that is restored, are erased here too. */
  | { kind: 'repeat-erasures'; at: number; entries: LedgerEntry[] }
  /** Of a store that is restored: messages that were unsent and keys that were revoked since. `repeat-removals` applies them. */
  | { kind: 'note-removals'; entries: LedgerEntry[] }
  /** Goes through the next `limit` messages, and first through all keys, and removes what the ledger names. */
  | { kind: 'repeat-removals'; at: number; after: MessageId | null; limit: number }
  /** Numbers entries of the ledger that have no number yet, `limit` at most. Only those are written to files. */
  | { kind: 'number-ledger'; limit: number }
  /**
   * For a restored store: waiting messages aren't sent, because they may have been sent since, and everyone is signed out,
   * because they may have signed out.
   */
  | { kind: 'settle-restored'; at: number }
  /** One slice of the oldest open erasure. `limit`: how many messages are examined. */
  | { kind: 'continue-erasure'; at: number; limit: number }
  | { kind: 'record-requests'; requests: RequestCount[] }
  /** What channels store, as it was measured. */
  | { kind: 'record-sizes'; at: number; channels: MeasuredChannel[] }
  /** Returns the place that is recorded then. `replaces`: only if this one was recorded; null: only if none was. */
  | { kind: 'begin-snapshot-run'; at: number; runId: string; target: SnapshotTarget; work: SnapshotWork; place: string }
  | { kind: 'finish-snapshot-run'; at: number; runId: string; outcome: SnapshotOutcome }
  /** The places that snapshots are made in on a schedule, as they are now. */
  | { kind: 'note-snapshot-schedules'; at: number; schedule: string; places: string[] }
  | { kind: 'record-media-place'; place: string; replaces: string | null }
  | { kind: 'record-account'; at: number; platform: string; accountId: string; name: string }
  /** What was observed about webhooks since the last time, added to the stored values. */
  | { kind: 'record-connections'; connections: { platform: string; seen: ConnectionSeen }[] }
  /** Whether the platform can deliver webhooks, as it says itself. `problem`: null if it can. */
  | { kind: 'record-reach'; at: number; platform: string; problem: string | null }
  | { kind: 'record-channel'; at: number; channelId: string; name?: string; picture?: PictureRef; memberCount?: number }
  | { kind: 'record-member'; at: number; channelId: string; userId: string; name: string; picture: PictureRef }
  /**
   * People who are in the chat according to the platform. No one leaves by being absent here: the list may be older than their
   * joining.
   */
  | { kind: 'record-roster'; at: number; channelId: string; userIds: string[] }
  /** Plans to look up people in the next `limit` channels of a platform, by number, who were not confirmed since `before`. */
  | { kind: 'plan-checks'; at: number; platform: string; before: number; after: number; limit: number }
  /** What the platform said about people who were looked up; `everyone`: it can't be asked. `at`: when the lookup started. */
  | { kind: 'record-checks'; at: number; channelId: string; here: string[] | 'everyone'; gone: string[] }
  | {
      kind: 'create-claim-code'
      by: Authority
      at: number
      hash: string
      expiresAt: number
      channelId: string | null
      /** The account of the operator who made it for themselves. */
      operatorId?: string
    }
  /** Claims due jobs for a while, of these kinds or of any; fair between channels. A job whose lease expired is due again. */
  | { kind: 'claim-jobs'; at: number; lease: string; leaseMs: number; limit: number; kinds?: readonly JobKind[] }
  /** Extends the leases of running jobs. Has no effect on a lost lease. */
  | { kind: 'extend-leases'; at: number; leaseMs: number; held: { jobId: number; lease: string }[] }
  /** For a service that is alone on its store, so the previous one is dead: its jobs are due again, its imports abandoned. */
  | { kind: 'release-jobs' }
  /**
   * Decides about a text that was matched outside, and plans the answer. Repeating it has no effect. `mayAskModel`: if no rule
   * answers and some are for the model, asking it is planned. `modelRuleIds`: those rules, because a transaction doesn't load
   * all rules of a large assistant.
   */
  | ({
      kind: 'answer-question'
      at: number
      channelId: string
      question: Question
      found: FoundRule[]
      mayAskModel?: boolean
      modelRuleIds?: string[]
    } & OfRequest)
  /** Plans the answer that a model chose, unless it can't be sent by now. Repeating it has no effect. */
  | ({ kind: 'answer-chosen'; at: number; channelId: string; question: Question; chosen: Chosen } & OfRequest)
  /** Why a message has no answer: an entry of the send log instead of the answer. Repeating it has no effect. */
  | {
      kind: 'leave-unanswered'
      at: number
      channelId: string
      question: Question
      failure: SendFailure
      reason: string
      /** The rule that caused it, if there is one. */
      ruleId?: string | undefined
    }
  /**
   * Counts a question to a model before it is asked, or corrects the count afterwards. `userId`: who asked; null: unknown, so
   * it counts for the channel's owner. `limits`: null for a correction, because what was spent is spent.
   */
  | {
      kind: 'count-tokens'
      at: number
      channelId: string
      userId: string | null
      requests: number
      tokens: number
      limits: ModelLimits | null
    }
  /** Welcomes people who joined together, or postpones it. */
  | { kind: 'greet-newcomers'; at: number; channelId: string }
  /** Makes a failed job due again. Not one that would send something: it is too late, and its text is gone. */
  | { kind: 'retry-job'; by: Authority; at: number; jobId: number }
  /** Does nothing if the lease has expired. With `channelId`, it queues behind other work on that channel. */
  | {
      kind: 'finish-job'
      at: number
      channelId?: string
      jobId: number
      jobKind?: JobKind
      lease: string
      outcome: JobOutcome
    }

/** A plan without its edits. `rules`: how many of them are created, changed and deleted. */
type PlannedVersion = Pick<PlanHead, 'baseVersion' | 'parts' | 'edits' | 'versionBytes'> & {
  rules: { created: number; changed: number; deleted: number }
}

export type CommandKind = Command['kind']
export type CommandOf<K extends CommandKind> = Extract<Command, { kind: K }>

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
  'create-rule': Rule
  'update-rule': Rule
  'save-search': null
  'change-saved-search': null
  'delete-saved-search': null
  'keep-server-key': string
  'restore-rule': Rule
  'drop-rule-pictures': { more: boolean }
  'create-key': { expiresAt: number | null }
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
  'index-messages': { indexed: number; more: boolean; after: number }
  /** Where to continue; null: all were examined. */
  'forget-changes': { after: number | null }
  /** Where to continue; null: all were examined. */
  'plan-checks': { after: number | null }
  'forget-events': { more: boolean }
  /** `gone`: the message was unsent or never stored, so the file isn't kept. */
  'store-media': 'stored' | 'gone'
  'use-sticker': boolean
  'forget-stickers': number
}

/** `changes`: up to which change of each channel it was notified. Absent members stay as they are. */
export type NotifiedResult = {
  keyId: string
  pace?: Pace
  findingsAt?: number
  changes: { channelNo: number; no: number }[]
}

/** A message in the store, by the number of its channel. */
export type MessageId = { channelNo: number; messageId: string }

/** What a slice removed. `after`: where to continue; null: it is complete. */
export type RemovalProgress = { messages: number; mediaFiles: number; keys: number; after: MessageId | null }

/** The result of a write; `null` if there is none. */
export type ResultOf<K extends CommandKind> = K extends keyof Results ? Results[K] : null

/** A rule that matched, by its id: rules may have changed since. */
export type FoundRule = Omit<Found, 'rule'> & { ruleId: string }

/** What a model chose; which rules and how many passages of the group's rules it was offered; and what that cost. */
export type Chosen = {
  choice: { kind: 'rule'; ruleId: string } | { kind: 'passage'; text: string }
  offered: { ruleIds: string[]; passages: number }
  tokens: number
}

/** The result of a batch. `jobs`: how many were planned. */
export type Receipt = { fresh: number; duplicate: number; unread: number; jobs: number }

export type ClaimedJob = {
  jobId: number
  job: Job
  /** How often it was attempted, including this time. */
  attempts: number
  createdAt: number
  channel: { channelNo: number; channelId: string; type: ChannelType; platform: string; isActive: boolean }
}

export type JobOutcome =
  /**
   * `isTooLate`: there was an answer to find, but no time left to send it. `alsoDone`: jobs of the same channel and kind that
   * waited behind it, and that it has done as well.
   */
  | { kind: 'done'; isTooLate?: true; alsoDone?: number[] }
  | { kind: 'retry'; runAt: number; reason: string }
  /** Nothing was attempted: due again then, and this time doesn't count as an attempt. */
  | { kind: 'give-back'; runAt: number }
  /** A reply token that certainly expired unused: pushed if the channel allows that, otherwise failed. */
  | { kind: 'push-instead'; reason: string }
  /** Failed permanently; the reason is shown to the operator. `failure`: of a message that certainly wasn't sent. */
  | { kind: 'bury'; reason: string; failure?: SendFailure }

/** A picture's URL on the platform and our stored copy; null: there is none. */
export type PictureRef = { url: string; sha256: string; contentType: string } | null

/** `more`: the limit was reached before the end. */
export type Expired = { messages: number; mediaFiles: number; mediaBytes: number; more: boolean }

/** Has the hash, never the key itself. `parentId`: the key it was created with, and ends with. */
type SearchToStore = { searchId: string; name: string; query: SearchCriteria; channelId: string | null }

type KeyToStore = {
  id: string
  hash: string
  userId: string
  name: string
  scope: KeyScope
  /** With operator rights, which only the operator gives. */
  isOperator?: boolean
  expiresAt: number | null
  parentId: string | null
}

export type RequestCount = { keyId: string; userId: string; day: string; count: number; lastUsedAt: number }

/** Whose it is follows from the operator. */
type OperatorSignIn = Omit<SignInToStore, 'userId' | 'parentId' | 'scope'>

/** Like a key: only the hash. */
type SignInToStore = {
  id: string
  hash: string
  userId: string
  name: string
  way: SignInRecord['way']
  scope: KeyScope
  expiresAt: number
  parentId: string | null
}
