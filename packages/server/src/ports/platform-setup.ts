import type { Account, Picture } from './connector.ts'
import type { PlatformDescription } from './platform-description.ts'

/** The languages of the console. */
export type SetupLanguage = 'en' | 'ja' | 'zh-TW' | 'th'

/** Values by the name of their setting, as they would be written. Absent: none. */
export type SetupValues = ReadonlyMap<string, string>

export type SetupField = {
  /** The name of a setting. */
  name: string
  label: string
  hint: string
  isSecret: boolean
  isRequired: boolean
}

/** A sketch of one of the platform's own pages, with the rows marked that matter here. */
export type SetupSketch = { page: string; tabs: string[]; openTab: string; rows: { name: string; isMarked: boolean }[] }

export type SetupStep = {
  title: string
  text: string
  /** The platform's page for this step. */
  link: { label: string; url: string } | null
  sketch: SetupSketch | null
  /** What is entered in this step. */
  fields: SetupField[]
}

export type SetupGuide = {
  intro: string
  /** What it needs of the address of this service. */
  addressNeeds: string
  steps: SetupStep[]
  /** How the bot comes into a group, one sentence for each step. */
  invitation: string[]
  /** What is checked if nothing is wrong, in this order, so that people see what is still to come. */
  checks: Pick<SetupCheck, 'id' | 'title'>[]
}

/** `remove-webhook`: the address of another program, to which the platform delivers instead. */
export type SetupRemedy = 'remove-webhook'

export type SetupCheck = {
  id: string
  /** `unknown`: the platform doesn't tell, so a person has to look. */
  state: 'ok' | 'failed' | 'unknown'
  /** Because of this, the values can't be used and are not saved. */
  isBlocking: boolean
  title: string
  text: string | null
  /** What the platform can be told to do about it, if a person agrees. */
  remedy: { id: SetupRemedy; label: string } | null
}

/** Our account on the platform, as people find it. */
export type BotAccount = Account & {
  /** Such as `@innkeeper`; null if the platform has none. */
  handle: string | null
  /** Adds the bot as a friend or contact. */
  inviteUrl: string | null
  /** Opens a chat in which the bot sends a link for signing in; null if the platform has no such link. */
  signInUrl: string | null
  /** Null if it has none. Rejects if the platform doesn't give it. */
  getPicture(): Promise<Picture | null>
}

/** Why a platform can't deliver. `switched-off`: someone turned webhooks off there. */
export type Obstacle = { reason: 'unreachable' | 'switched-off'; text: string }

/** Each check as soon as its result is known, because some take seconds. */
export type SetupChecks<Result = void> = AsyncGenerator<SetupCheck, Result, undefined>

/**
 * How a platform is connected. Its adapter says what to enter and where to find it, and checks it; pages only show that. Nothing
 * here throws because of the platform: what it refuses, or doesn't answer, becomes a check.
 */
export type PlatformSetup = {
  platform: string
  /** As it usually is. A connector may be able to do more, or need more. */
  description: PlatformDescription
  /** The settings it needs, in the order of the guide. */
  fields: readonly {
    name: string
    isSecret: boolean
    isRequired: boolean
    /** The setting that keeps the former value for a while after a change, because deliveries may still be signed with it. */
    formerIn?: string
  }[]
  /** Further settings that mean nothing without them. */
  others: readonly string[]
  guide(language: SetupLanguage): SetupGuide
  /** Asks the platform about these values and changes nothing. The account is undefined if they can't be used. */
  verify(values: SetupValues, language: SetupLanguage): SetupChecks<BotAccount | undefined>
  /** Tells the platform where to deliver, and lets it try. `remedies`: those that someone agreed to. */
  announce(
    values: SetupValues,
    scene: { webhookUrl: string; hasRedelivered: boolean; remedies: ReadonlySet<SetupRemedy> },
    language: SetupLanguage,
  ): SetupChecks
  /** What might keep messages from arriving. Changes nothing. */
  inspect(values: SetupValues, webhookUrl: string, language: SetupLanguage): Promise<SetupCheck[]>
  /**
   * Why the platform can't deliver webhooks now, in English. Null if it can, and undefined if it doesn't say. Asks it to try, and changes
   * nothing.
   */
  findObstacle(values: SetupValues, webhookUrl: string): Promise<Obstacle | null | undefined>
  /** That another bot's account was used so far. */
  describeOtherAccount(name: string, language: SetupLanguage): SetupCheck
}
