import { createRandom, type Random } from '@innkeeper/testdata'

/** New ids in the platform's formats. The same seed gives the same ids in the same order. */
export type Ids = {
  userId(): number
  /** Of a basic group; negative. */
  groupId(): number
  /** Of a supergroup or channel. */
  supergroupId(): number
  /** Text of digits, for callbacks and albums. */
  number(): string
  /** Random letters and digits. */
  opaque(length: number): string
  /** For updates. */
  updates: Random
  botToken(botId: number): string
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** What separates the ids of supergroups from those of basic groups. */
const supergroupBase = -1_000_000_000_000

/** A saved world that is loaded for the nth time draws ids that it has not used before. */
export function createIds(seed: string | number, restarts = 0): Ids {
  const stream = (kind: string) => createRandom(restarts === 0 ? `${seed}/${kind}` : `${seed}/${restarts}/${kind}`)
  const [users, groups, tokens, numbers] = [stream('users'), stream('groups'), stream('tokens'), stream('numbers')]
  const opaque = (length: number) => Array.from({ length }, () => letters[tokens.below(letters.length)] ?? 'A').join('')
  return {
    // Beyond 32 bits, as on the platform, so that a bot that can't read them fails in a test.
    userId: () => 5_000_000_000 + users.below(2_000_000_000),
    groupId: () => -groups.between(100_000_000, 999_999_999),
    supergroupId: () => supergroupBase - groups.between(1_000_000_000, 2_999_999_999),
    number: () => `${numbers.between(10_000_000, 99_999_999)}${numbers.between(100_000_000, 999_999_999)}`,
    opaque,
    updates: stream('updates'),
    botToken: (botId) => `${botId}:AA${opaque(33)}`,
  }
}
