/**
 * What a platform is called, what it needs and what it can do. Commands, pages and texts choose by this, and never by which platform
 * it is.
 */
export type PlatformDescription = {
  /** Names the platform in addresses and in the store. */
  platform: string
  /** As people call it. */
  name: string
  /** Where its bots are configured, such as `@BotFather`. */
  consoleName: string
  /** A few letters that tell its channels from those of others. */
  badge: string
  /** Whether it can only deliver to a public address with HTTPS. */
  needsPublicAddress: boolean
  abilities: PlatformAbilities
  /** In English, for commands and logs. */
  texts: PlatformTexts
}

export type PlatformAbilities = {
  /** It reports that a message was deleted there. */
  seesUnsending: boolean
  /** False if its settings can hide messages of a group from the bot. */
  seesAllMessages: boolean
  /** A reply can be sent at any time, and costs nothing. */
  repliesFreely: boolean
  /** Messages that aren't replies are something else, which uses up a quota. */
  pushes: boolean
  /** It can list everyone in a chat. */
  listsMembers: boolean
  /** It tells who owns and who manages a chat. */
  knowsAdmins: boolean
  /** A link adds the bot to a group. Otherwise it is added as a friend first, and then invited. */
  joinsByLink: boolean
  /** It provides no larger files. Null: it has no limit, or we don't know it. */
  fileLimitBytes: number | null
}

export type PlatformTexts = {
  /** The heading of its part in the guide. */
  guide: string
  /** What to compare if it refuses our credentials. */
  refused: string
  /** What still works while it doesn't respond. */
  silent: string
  /** How the bot gets all messages of a group. Absent if it always does. */
  hidden?: string
  /** What an operator has to know when the service starts. The first line follows the label. */
  start(webhookUrl: string): { label: string; lines: string[] }
}
