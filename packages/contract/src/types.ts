import type { Static } from 'typebox'
import type * as account from './schemas/accounts.ts'
import type * as answering from './schemas/assistant/answering.ts'
import type * as assistant from './schemas/assistant/config.ts'
import type * as assistantFile from './schemas/assistant/files.ts'
import type * as rule from './schemas/assistant/rules.ts'
import type * as channel from './schemas/channels.ts'
import type * as backup from './schemas/media.ts'
import type * as member from './schemas/members.ts'
import type * as reading from './schemas/messages.ts'
import type * as signIn from './schemas/sign-in.ts'
import type * as operator from './schemas/storage.ts'
import type * as usage from './schemas/usage.ts'

export type Role = (typeof channel.roles)[number]
export type ChannelType = (typeof channel.channelTypes)[number]
export type ChannelStatus = (typeof channel.channelStatuses)[number]
export type QaMode = (typeof channel.qaModes)[number]
export type BackupPolicy = (typeof channel.backupPolicies)[number]
export type MediaType = (typeof backup.mediaTypes)[number]
export type KeyScope = (typeof account.keyScopes)[number]

export type Channel = Static<typeof channel.Channel>
export type ChannelDetail = Static<typeof channel.ChannelDetail>
export type ChannelSettings = Static<typeof channel.ChannelSettings>
export type ChannelSettingsChange = Static<typeof channel.ChannelSettingsChange>
export type RetentionPreview = Static<typeof channel.RetentionPreview>
export type ErasureReceipt = Static<typeof channel.ErasureReceipt>
export type Member = Static<typeof member.Member>
export type AssistantConfig = Static<typeof assistant.AssistantConfig>
export type AssistantConfigChange = Static<typeof assistant.AssistantConfigChange>
export type Rule = Static<typeof rule.Rule>
export type NewRule = Static<typeof rule.NewRule>
export type RuleChange = Static<typeof rule.RuleChange>
export type RuleDraft = Static<typeof rule.RuleDraft>
export type Weekday = (typeof rule.weekdays)[number]
export type Stop = (typeof answering.stops)[number]
export type Silence = (typeof answering.silences)[number]
export type SendState = (typeof answering.sendStates)[number]
export type SendFailure = (typeof answering.sendFailures)[number]
export type Send = Static<typeof answering.Send>
export type Explanation = Static<typeof answering.Explanation>
export type ReplayReport = Static<typeof answering.ReplayReport>
export type ConflictReport = Static<typeof answering.ConflictReport>
export type AssistantFile = Static<typeof assistantFile.AssistantFile>
export type AssistantChange = Static<typeof assistantFile.AssistantChange>
export type AssistantVersion = Static<typeof assistantFile.AssistantVersion>
export type AssistantVersionPage = Static<typeof assistantFile.AssistantVersionPage>
export type ImportReport = Static<typeof assistantFile.ImportReport>
export type Welcome = Static<typeof assistant.Welcome>
export type WelcomeChange = Static<typeof assistant.WelcomeChange>
export type GroupRules = Static<typeof assistant.GroupRules>
export type GroupRulesChange = Static<typeof assistant.GroupRulesChange>
export type Message = Static<typeof backup.Message>
export type VersionList = Static<typeof backup.VersionList>
export type MediaItem = Static<typeof backup.MediaItem>
export type Subscription = Static<typeof backup.Subscription>
export type MessageType = (typeof reading.messageTypes)[number]
export type MediaState = (typeof reading.mediaStates)[number]
export type TimelineMessage = Static<typeof reading.TimelineMessage>
export type TimelineItem = Static<typeof reading.TimelineItem>
export type Timeline = Static<typeof reading.Timeline>
/** What `watchChannel` tells; on the wire, `event` is the name and the rest the data. */
export type ChannelEvent =
  | { event: 'message' | 'edited' | 'media'; item: TimelineItem }
  | { event: 'unsent'; id: string }
  | { event: 'member' | 'settings' | 'reset' }
export type DayList = Static<typeof reading.DayList>
export type SearchPage = Static<typeof reading.SearchPage>
export type SearchHit = SearchPage['hits'][number]
export type GalleryPage = Static<typeof reading.GalleryPage>
export type GalleryItem = GalleryPage['items'][number]
export type Overview = Static<typeof reading.Overview>
export type ChannelCard = Overview['channels'][number]
export type SignIn = Static<typeof signIn.SignIn>
export type SignedIn = Static<typeof signIn.SignedIn>
export type SignInWays = Static<typeof signIn.SignInWays>
export type Key = Static<typeof account.Key>
export type IssuedKey = Static<typeof account.IssuedKey>
export type Me = Static<typeof account.Me>
export type Usage = Static<typeof usage.Usage>
export type ChannelUsage = Static<typeof usage.ChannelUsage>
export type OperatorReport = Static<typeof operator.OperatorReport>
export type AuditEntry = Static<typeof account.AuditEntry>
