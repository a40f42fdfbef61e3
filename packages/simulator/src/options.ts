import type { Ids } from './ids.ts'
import { type BucketName, platformLimits, type RateLimit } from './rules/rate-limit.ts'

export type SimulatorOptions = {
  /** 0, the default, takes a free port. */
  port?: number
  /** Milliseconds since 1970. Everything that expires (tokens, quotas, rate limits, content) uses it; timeouts use real time. */
  clock?: () => number
  /** The same seed gives the same ids and the same shuffling. By default random. */
  seed?: string | number
  channelId?: string
  channelSecret?: string
  /** The long-lived token of the console: it never expires. */
  accessToken?: string
  /** The channel for web sign-in, of the same provider: users have the same ids there. */
  loginChannelId?: string
  loginChannelSecret?: string
  /** The allowed redirect URIs, without their query. */
  loginRedirectUris?: string[]
  botUserId?: string
  botName?: string
  /** The bot's profile picture; null, the default, for none. */
  botPicture?: Buffer | null
  /** The webhook URL; without one, none are sent. */
  webhookUrl?: string
  /** "Use webhook" in the console of the platform. Only shown: the simulator delivers all the same. On if unset. */
  isWebhookOn?: boolean
  /** Whether people of the account answer in chats by hand. `bot` if unset. */
  chatMode?: 'chat' | 'bot'
  /** Whether the account may list the ids of members and followers. */
  isVerified?: boolean
  /** Messages a month; null, the default, for no limit. Replies do not count. */
  quota?: number | null
  /** Off by default, as on the platform. One retry after each delay. */
  redelivery?: Redelivery
  /** How long the bot's server may take to answer a webhook. */
  deadlineMs?: number
  /** Scaled-down limits; null for none. By default those of the platform. */
  rateLimits?: Partial<Record<BucketName, RateLimit>> | null
  /** Public keys (PEM) that are registered in the console, by their `kid`, for token requests with a JWT. */
  assertionKeys?: Record<string, string>
  /** How long content can be fetched. The platform does not document it; two weeks by default. */
  contentRetentionMs?: number
  /**
   * Saves everything the platform knows to this folder and loads it at the next start: people, chats, messages, media, the
   * channel's secret and token. Without it, everything is lost when the simulator stops.
   */
  state?: { folder: string }
  /** The web address of the bot's service; the chat page links to it. */
  serviceUrl?: string
  /** Time zone of the times on the chat page; null, the default, for the browser's. */
  timezone?: string | null
}

export type Redelivery = { isOn: boolean; delaysMs: number[] }

export type Settings = Required<
  Omit<SimulatorOptions, 'webhookUrl' | 'seed' | 'rateLimits' | 'state' | 'serviceUrl'>
> & {
  rateLimits: Record<BucketName, RateLimit> | null
}

export function completeOptions(options: SimulatorOptions, ids: Ids): Settings {
  return {
    port: options.port ?? 0,
    clock: options.clock ?? Date.now,
    channelId: options.channelId ?? ids.digits(10),
    channelSecret: options.channelSecret ?? ids.hex(32),
    accessToken: options.accessToken ?? `${ids.opaque(170)}w=`,
    botUserId: options.botUserId ?? ids.userId(),
    loginChannelId: options.loginChannelId ?? '2000000001',
    loginChannelSecret: options.loginChannelSecret ?? ids.hex(32),
    loginRedirectUris: options.loginRedirectUris ?? [],
    botName: options.botName ?? 'Innkeeper',
    botPicture: options.botPicture ?? null,
    chatMode: options.chatMode ?? 'bot',
    isWebhookOn: options.isWebhookOn ?? true,
    isVerified: options.isVerified ?? false,
    quota: options.quota ?? null,
    redelivery: options.redelivery ?? { isOn: false, delaysMs: [] },
    deadlineMs: options.deadlineMs ?? 2_000,
    rateLimits: options.rateLimits === null ? null : { ...platformLimits, ...options.rateLimits },
    assertionKeys: options.assertionKeys ?? {},
    contentRetentionMs: options.contentRetentionMs ?? 14 * 86_400_000,
    timezone: options.timezone ?? null,
  }
}
