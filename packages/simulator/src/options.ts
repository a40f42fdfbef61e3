import type { Ids } from './ids.ts'
import { type BucketName, platformLimits, type RateLimit } from './rules/rate-limit.ts'

export type SimulatorOptions = {
  /** 0, the default, takes a free port. */
  port?: number
  /** Milliseconds since 1970. Everything that ages (tokens, quotas, rates, content) follows it; deadlines are real. */
  clock?: () => number
  /** The same seed gives the same ids and the same disorder. By default another one each time. */
  seed?: string | number
  channelId?: string
  channelSecret?: string
  /** The long-lived token of the console: it never expires. */
  accessToken?: string
  /** The channel for signing people in, of the same provider: people have the same ids there. */
  loginChannelId?: string
  loginChannelSecret?: string
  /** Where people may be sent back to, without their query. */
  loginRedirectUris?: string[]
  botUserId?: string
  botName?: string
  /** Where webhooks go; without one, none are sent. */
  webhookUrl?: string
  /** Whether the account may list the ids of members and followers. */
  isVerified?: boolean
  /** Messages a month; null, the default, for no limit. Replies do not count. */
  quota?: number | null
  /** Off by default, as on the platform. One more attempt after each delay. */
  redelivery?: Redelivery
  /** How long the bot's server may take to answer a webhook. */
  deadlineMs?: number
  /** Scaled-down limits; null for none. By default those of the platform. */
  rateLimits?: Partial<Record<BucketName, RateLimit>> | null
  /** Public keys (PEM) that are registered in the console, by their `kid`: for tokens that are asked for with a JWT. */
  assertionKeys?: Record<string, string>
  /** How long content can be fetched. The platform does not say; two weeks by default. */
  contentRetentionMs?: number
  /**
   * Keeps everything the platform knows in this folder, and takes it up again at the next start: people, chats, what was
   * said, media, the channel's secret and token. Without it, the platform is forgotten when it stops.
   */
  state?: { folder: string }
  /** Where the bot's service can be looked at; the chat page links to it. */
  serviceUrl?: string
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
    isVerified: options.isVerified ?? false,
    quota: options.quota ?? null,
    redelivery: options.redelivery ?? { isOn: false, delaysMs: [] },
    deadlineMs: options.deadlineMs ?? 2_000,
    rateLimits: options.rateLimits === null ? null : { ...platformLimits, ...options.rateLimits },
    assertionKeys: options.assertionKeys ?? {},
    contentRetentionMs: options.contentRetentionMs ?? 14 * 86_400_000,
  }
}
