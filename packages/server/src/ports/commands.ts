import type {
  AssistantConfig,
  AssistantConfigChange,
  ChannelSettings,
  ChannelSettingsChange,
  ChannelStatus,
  GroupRules,
  GroupRulesChange,
  KeyScope,
  NewRule,
  Rule,
  RuleChange,
  Welcome,
  WelcomeChange,
} from '@innkeeper/contract'
import type { Need } from '../domain/permission.ts'
import type { GivenRole } from '../domain/role-change.ts'
import type { IncomingEvent } from './connector.ts'

/**
 * On whose word a write is done. A caller's is checked again inside the transaction, because roles race; the operator
 * holds the data folder already.
 */
export type Authority = { kind: 'caller'; keyId: string; userId: string; need: Need } | { kind: 'operator' }

type InChannel = { by: Authority; at: number; channelId: string }

/** Every write there is. Plain values only: a command crosses a thread, a closure cannot. */
export type Command =
  | { kind: 'receive-events'; at: number; events: IncomingEvent[] }
  | ({ kind: 'change-role'; userId: string; role: GivenRole } & InChannel)
  | ({ kind: 'hand-over-owner'; userId: string } & InChannel)
  | ({ kind: 'set-status'; status: ChannelStatus } & InChannel)
  | ({ kind: 'change-settings'; change: ChannelSettingsChange } & InChannel)
  | ({ kind: 'change-assistant-config'; change: AssistantConfigChange } & InChannel)
  | ({ kind: 'change-welcome'; change: WelcomeChange } & InChannel)
  | ({ kind: 'change-group-rules'; change: GroupRulesChange } & InChannel)
  | ({ kind: 'create-rule'; rule: NewRule } & InChannel)
  | ({ kind: 'update-rule'; ruleId: string; change: RuleChange } & InChannel)
  | ({ kind: 'delete-rule'; ruleId: string } & InChannel)
  | ({ kind: 'subscribe' } & InChannel)
  | ({ kind: 'unsubscribe' } & InChannel)
  | { kind: 'create-key'; by: Authority; at: number; key: KeyToStore }
  | { kind: 'revoke-key'; by: Authority; at: number; keyId: string }
  | { kind: 'store-media'; channelId: string; messageId: string; sha256: string; sizeBytes: number }
  | { kind: 'lose-media'; channelId: string; messageId: string; reason: string }
  | { kind: 'record-requests'; requests: RequestCount[] }

export type CommandKind = Command['kind']
export type CommandOf<K extends CommandKind> = Extract<Command, { kind: K }>

type Results = {
  'receive-events': { fresh: number; duplicate: number }
  'change-settings': ChannelSettings
  'change-assistant-config': AssistantConfig
  'change-welcome': Welcome
  'change-group-rules': GroupRules
  'create-rule': Rule
  'update-rule': Rule
  'create-key': { expiresAt: number | null }
  /** `gone`: the message was unsent or never kept, so the file has no place. */
  'store-media': 'stored' | 'gone'
}

/** What a write answers; `null` where there is nothing to tell. */
export type ResultOf<K extends CommandKind> = K extends keyof Results ? Results[K] : null

/** Carries the hash, never the key itself. `parentId`: the key it was made with, and dies with. */
type KeyToStore = {
  id: string
  hash: string
  userId: string
  name: string
  scope: KeyScope
  expiresAt: number | null
  parentId: string | null
}

export type RequestCount = { keyId: string; userId: string; day: string; count: number; lastUsedAt: number }
