import type { Static } from 'typebox'
import type * as accounts from './schemas/accounts.ts'
import type * as alerts from './schemas/alerts.ts'
import type * as answering from './schemas/assistant/answering.ts'
import type * as assistant from './schemas/assistant/config.ts'
import type * as files from './schemas/assistant/files.ts'
import type * as rules from './schemas/assistant/rules.ts'
import type * as channels from './schemas/channels.ts'
import type * as exports from './schemas/exports.ts'
import type * as imports from './schemas/imports.ts'
import type * as kept from './schemas/kept.ts'
import type * as ledger from './schemas/ledger.ts'
import type * as links from './schemas/links.ts'
import type * as media from './schemas/media.ts'
import type * as members from './schemas/members.ts'
import type * as messages from './schemas/messages.ts'
import type * as notifications from './schemas/notifications.ts'
import type * as people from './schemas/people.ts'
import type * as reading from './schemas/reading.ts'
import type * as search from './schemas/search.ts'
import type * as serviceSettings from './schemas/service-settings.ts'
import type * as setup from './schemas/setup.ts'
import type * as storage from './schemas/storage.ts'
import type * as usage from './schemas/usage.ts'
import type * as webhooks from './schemas/webhooks.ts'

// Channels
export type ChannelType = (typeof channels.channelTypes)[number]
export type ChannelStatus = (typeof channels.channelStatuses)[number]
export type BackupPolicy = (typeof channels.backupPolicies)[number]
export type Channel = Static<typeof channels.Channel>
export type ChannelDetail = Static<typeof channels.ChannelDetail>
export type ChannelSettings = Static<typeof channels.ChannelSettings>
export type ChannelSettingsChange = Static<typeof channels.ChannelSettingsChange>
export type RetentionPreview = Static<typeof channels.RetentionPreview>
export type ErasureReceipt = Static<typeof channels.ErasureReceipt>
export type AuditEntry = Static<typeof channels.AuditEntry>
export type Overview = Static<typeof channels.Overview>
export type ChannelCard = Overview['channels'][number]

// Members
export type Role = (typeof members.roles)[number]
export type Member = Static<typeof members.Member>
export type MemberDetail = Static<typeof people.MemberDetail>
export type PastRole = NonNullable<MemberDetail['roleChanges']>[number]
export type MemberActivity = Static<typeof people.MemberActivity>
export type MemberAnswers = Static<typeof people.MemberAnswers>
export type MemberAnswer = MemberAnswers['answers'][number]
export type ApprovalReport = Static<typeof people.ApprovalReport>

// Assistant
export type QaMode = (typeof assistant.qaModes)[number]
export type AssistantConfig = Static<typeof assistant.AssistantConfig>
export type AssistantConfigChange = Static<typeof assistant.AssistantConfigChange>
export type Welcome = Static<typeof assistant.Welcome>
export type WelcomeChange = Static<typeof assistant.WelcomeChange>
export type GroupRules = Static<typeof assistant.GroupRules>
export type GroupRulesChange = Static<typeof assistant.GroupRulesChange>
export type Rule = Static<typeof rules.Rule>
export type NewRule = Static<typeof rules.NewRule>
export type RuleChange = Static<typeof rules.RuleChange>
export type RuleDraft = Static<typeof rules.RuleDraft>
export type Weekday = (typeof rules.weekdays)[number]
export type Stop = (typeof answering.stops)[number]
export type Silence = (typeof answering.silences)[number]
export type SendState = (typeof answering.sendStates)[number]
export type SendFailure = (typeof answering.sendFailures)[number]
export type Send = Static<typeof answering.Send>
export type Explanation = Static<typeof answering.Explanation>
export type ReplayReport = Static<typeof answering.ReplayReport>
export type UploadedPicture = Static<typeof rules.UploadedPicture>
export type UnansweredReport = Static<typeof answering.UnansweredReport>
export type ConflictReport = Static<typeof answering.ConflictReport>
export type AssistantFile = Static<typeof files.AssistantFile>
export type AssistantChange = Static<typeof files.AssistantChange>
export type AssistantVersion = Static<typeof files.AssistantVersion>
export type AssistantVersionPage = Static<typeof files.AssistantVersionPage>
export type ImportChange = Static<typeof files.ImportChange>
export type ImportReport = Static<typeof files.ImportReport>

// Messages
export type MessageType = (typeof messages.messageTypes)[number]
export type Subscription = Static<typeof messages.Subscription>
export type Message = Static<typeof messages.Message>
export type VersionList = Static<typeof messages.VersionList>
export type TimelineMessage = Static<typeof messages.TimelineMessage>
export type TimelineItem = Static<typeof messages.TimelineItem>
export type Timeline = Static<typeof messages.Timeline>
export type Ledger = Static<typeof ledger.Ledger>
export type LedgerDay = Ledger['days'][number]
export type DayState = (typeof ledger.dayStates)[number]
export type GapReason = (typeof ledger.gapReasons)[number]
export type GapSource = (typeof ledger.gapSources)[number]
export type DayList = Static<typeof messages.DayList>
export type Happening = Extract<TimelineItem, { kind: 'happening' }>
export type HappeningWord = (typeof messages.happeningWords)[number]
export type ReadPosition = Static<typeof reading.ReadPosition>
export type Bookmark = Static<typeof reading.Bookmark>
export type BookmarkList = Static<typeof reading.BookmarkList>
export type OnThisDay = Static<typeof reading.OnThisDay>

// Exports
export type ExportFormatName = (typeof exports.exportFormatNames)[number]
export type ExportPlan = Static<typeof exports.ExportPlan>
export type HistoryFormat = (typeof imports.historyFormats)[number]
export type ImportState = (typeof imports.importStates)[number]
export type ChannelImport = Static<typeof imports.ChannelImport>
export type ImportList = Static<typeof imports.ImportList>
export type ImportChoicesChange = Static<typeof imports.ImportChoicesChange>
export type ImportDetail = Static<typeof imports.ImportDetail>
export type ImportPreview = NonNullable<ImportDetail['preview']>
export type ImportPerson = ImportPreview['people'][number]

// Media
export type MediaType = (typeof media.mediaTypes)[number]
export type MediaState = (typeof media.mediaStates)[number]
export type MediaItem = Static<typeof media.MediaItem>
export type GalleryPage = Static<typeof media.GalleryPage>
export type LinkPage = Static<typeof links.LinkPage>
export type LinkItem = LinkPage['items'][number]
export type GalleryCount = Static<typeof media.GalleryCount>
export type GalleryItem = GalleryPage['items'][number]

// Search
export type SearchPage = Static<typeof search.SearchPage>
export type SearchHit = SearchPage['hits'][number]
export type ChannelsSearchPage = Static<typeof search.ChannelsSearchPage>
export type ChannelHit = ChannelsSearchPage['hits'][number]
export type HitCount = Static<typeof search.HitCount>
export type SavedSearch = Static<typeof search.SavedSearch>
export type SavedSearchList = Static<typeof search.SavedSearchList>
export type SearchCriteria = SavedSearch['query']

// Live
/** The events of `watchChannel`. On the wire, `event` is the event's name and the rest is its data. */
export type ChannelEvent =
  | { event: 'message' | 'edited' | 'media' | 'happening'; item: TimelineItem }
  | { event: 'unsent'; id: string }
  | { event: 'member' | 'settings' | 'reset' }

// Accounts
export type KeyScope = (typeof accounts.keyScopes)[number]
export type Key = Static<typeof accounts.Key>
export type IssuedKey = Static<typeof accounts.IssuedKey>
export type Me = Static<typeof accounts.Me>
export type KeptItem = Static<typeof kept.KeptItem>
export type KeptData = Static<typeof kept.KeptData>
export type KeptInChannel = Static<typeof kept.KeptInChannel>
export type SelfErasureReceipt = Static<typeof kept.SelfErasureReceipt>
export type OperatorAccount = Static<typeof accounts.OperatorAccount>
export type SignIn = Static<typeof accounts.SignIn>
export type NotificationState = Static<typeof notifications.NotificationState>
export type AlertWay = (typeof alerts.alertWays)[number]
export type AlertFailure = (typeof alerts.alertFailures)[number]
export type AlertTest = Static<typeof alerts.AlertTest>
export type BrowserAccount = Static<typeof accounts.AccountList>['accounts'][number]
export type SignedIn = Static<typeof accounts.SignedIn>
export type SignInWays = Static<typeof accounts.SignInWays>

// Usage
export type Usage = Static<typeof usage.Usage>
export type ChannelUsage = Static<typeof usage.ChannelUsage>

// Storage
export type OperatorReport = Static<typeof storage.OperatorReport>

// Settings of the service
export type ServiceSettingList = Static<typeof serviceSettings.ServiceSettingList>
export type OperatorLog = Static<typeof serviceSettings.OperatorLog>
export type PlatformSetupList = Static<typeof setup.PlatformSetupList>
export type PlatformConnection = Static<typeof setup.PlatformConnection>
export type AddressReport = Static<typeof setup.AddressReport>
export type ArrivalList = Static<typeof setup.ArrivalList>
export type ClaimCommand = Static<typeof setup.ClaimCommand>
export type ModelCheck = Static<typeof setup.ModelCheck>

// Webhooks
export type WebhookEvent = (typeof webhooks.webhookEvents)[number]
export type WebhookServiceEvent = (typeof webhooks.serviceEvents)[number]
export type WebhookFailure = (typeof webhooks.webhookFailures)[number]
export type ChannelWebhook = Static<typeof webhooks.ChannelWebhook>
export type WebhookList = Static<typeof webhooks.WebhookList>
export type CreatedWebhook = Static<typeof webhooks.CreatedWebhook>
export type WebhookDelivery = Static<typeof webhooks.WebhookDelivery>
export type WebhookDeliveries = Static<typeof webhooks.WebhookDeliveries>
export type ServiceWebhook = Static<typeof webhooks.ServiceWebhook>
export type ServiceWebhookList = Static<typeof webhooks.ServiceWebhookList>
export type CreatedServiceWebhook = Static<typeof webhooks.CreatedServiceWebhook>
export type WebhookTest = Static<typeof webhooks.WebhookTest>
