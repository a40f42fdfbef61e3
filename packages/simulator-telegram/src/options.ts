import type { Ids } from './ids.ts'

export type SimulatorOptions = {
  /** 0, the default, takes a free port. */
  port?: number
  /** Milliseconds since 1970. Everything that expires uses it; the timeouts of calls use real time. */
  clock?: () => number
  /** The same seed gives the same ids. By default random. */
  seed?: string | number
  bot?: BotOptions
  /** By default one like Telegram's. */
  token?: string
  /** Scaled-down limits; null for none. By default 1 message a second per chat, 20 a minute per group and 30 a second in all. */
  limits?: Partial<Limits> | null
  /** How a join is reported: by a service message, unless switched off, and to admins by a `chat_member` update. */
  joins?: Partial<JoinSettings>
  webhook?: Partial<WebhookSettings>
  /** A Bot API server of one's own: files have absolute paths in this folder and any size, and there is no address for files. */
  local?: { folder: string }
  login?: Partial<LoginSettings>
  /** Saves everything the platform knows to this folder and loads it at the next start. */
  state?: { folder: string }
  /** The web address of the bot's service; the chat page links to it. */
  serviceUrl?: string
  /** Time zone of the times on the chat page; null, the default, for the browser's. */
  timezone?: string | null
}

export type BotOptions = {
  id?: number
  name?: string
  username?: string
  /** The setting in @BotFather, on by default. A group takes a change only when the bot is added again. */
  privacyMode?: boolean
  /** Whether it gets messages of other bots. */
  botToBot?: boolean
  canJoinGroups?: boolean
  /** Whether it has a profile picture, which is generated. */
  hasPicture?: boolean
}

/** Messages per period, in any period of this length. */
export type Limit = { count: number; periodMs: number }
export type Limits = { chat: Limit; group: Limit; all: Limit }

export type JoinSettings = {
  hasServiceMessage: boolean
  /** Which of the two comes first. The platform doesn't promise it. */
  first: 'message' | 'chat_member'
}

export type WebhookSettings = {
  /** The pauses between retries; the last one repeats until the update expires. */
  retryDelaysMs: number[]
  deadlineMs: number
}

export type LoginSettings = {
  clientSecret: string
  redirectUris: string[]
  issuer: string
}

export type Bot = {
  id: number
  name: string
  username: string
  privacyMode: boolean
  botToBot: boolean
  canJoinGroups: boolean
  hasPicture: boolean
}

export type Settings = {
  port: number
  clock: () => number
  token: string
  bot: Bot
  limits: Limits | null
  joins: JoinSettings
  webhook: WebhookSettings
  localFolder: string | undefined
  login: LoginSettings
  timezone: string | null
}

const platformLimits: Limits = {
  // A short burst is possible, so one message a second is three in three seconds.
  chat: { count: 3, periodMs: 3_000 },
  group: { count: 20, periodMs: 60_000 },
  all: { count: 30, periodMs: 1_000 },
}

export function completeOptions(options: SimulatorOptions, ids: Ids): Settings {
  const id = options.bot?.id ?? Number(options.token?.split(':')[0] ?? ids.userId())
  return {
    port: options.port ?? 0,
    clock: options.clock ?? Date.now,
    token: options.token ?? ids.botToken(id),
    bot: {
      name: 'Innkeeper',
      username: 'innkeeper_bot',
      privacyMode: true,
      botToBot: false,
      canJoinGroups: true,
      hasPicture: false,
      ...options.bot,
      id,
    },
    limits: options.limits === null ? null : { ...platformLimits, ...options.limits },
    joins: { hasServiceMessage: true, first: 'message', ...options.joins },
    webhook: {
      retryDelaysMs: [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000],
      deadlineMs: 10_000,
      ...options.webhook,
    },
    localFolder: options.local?.folder,
    login: {
      clientSecret: ids.opaque(40),
      redirectUris: [],
      issuer: 'https://oauth.telegram.org',
      ...options.login,
    },
    timezone: options.timezone ?? null,
  }
}
