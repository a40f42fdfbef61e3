/** Where the value of a setting comes from. What is given on the command line or in the environment can't be changed elsewhere. */
export type SettingSource = 'default' | 'page' | 'environment' | 'flag'

/** A setting as it is described to people. */
export type SettingState = {
  name: string
  /** The environment variable, by which people know it. */
  variable: string
  group: string
  description: string
  /** Completes the sentence "Set it to …". */
  allowed: string
  standard: string
  isSecret: boolean
  /** Whether a change is taken into use while the service runs. */
  isLive: boolean
  source: SettingSource
  /** As it would be written; null for a secret. */
  value: string | null
  /** Whether it has a value; says of a secret all that may be said. */
  isSet: boolean
}

/** The settings of the service, as this process sees them. Values are as they would be written; null goes back to the default. */
export type ServiceSettings = {
  /** `saved`: what is stored, opened. */
  describe(saved: ReadonlyMap<string, string>): SettingState[]
  /** The text of a setting, wherever it comes from. May be a secret. */
  getText(name: string, saved: ReadonlyMap<string, string>): string
  /** Why these values can't be used; undefined if they can. Never repeats a secret. */
  findProblem(saved: ReadonlyMap<string, string>, changes: ReadonlyMap<string, string | null>): string | undefined
  /** The saved texts that this process works with. */
  inUse(): ReadonlyMap<string, string>
  /** Takes into use what is stored now, as far as that is possible without a restart. */
  reread(): Promise<void>
}

/** Seals secrets with a key that is not in the database. */
export type SecretBox = {
  /** Creates the key if there is none. Throws a Refusal if this node has no key that other nodes share. */
  seal(name: string, text: string): Promise<string>
  /** Undefined if the key is missing or another one. */
  open(name: string, sealed: string): string | undefined
}
