import { createRandom, type Random } from '@innkeeper/testdata'

/** New ids in the platform's formats. The same seed gives the same ids in the same order. */
export type Ids = {
  userId(): string
  groupId(): string
  roomId(): string
  /** Eighteen digits, too many for a number; increasing, as on the platform. */
  messageId(): string
  /** For what the bot sends. */
  sentMessageId(): string
  /** A ULID: the time, then random digits. */
  eventId(at: number): string
  /** A UUID. */
  requestId(): string
  /** Random letters and digits, for events. */
  opaque(length: number): string
  /** The same, for responses to the bot's calls. */
  issued(length: number): string
  hex(digits: number): string
  digits(count: number): string
}

// Crockford's base 32 leaves out I, L, O and U.
const ulidDigits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

// More than one run uses, and small enough for ten thousand restarts.
const idsPerStart = 1_000_000_000_000n

/**
 * Each kind has its own random stream, so that the timing of a bot's calls does not change other ids. A saved world that is
 * loaded for the nth time draws ids that it has not used before.
 */
export function createIds(seed: string | number, restarts = 0): Ids {
  const stream = (kind: string) => createRandom(restarts === 0 ? `${seed}/${kind}` : `${seed}/${restarts}/${kind}`)
  const leap = BigInt(restarts) * idsPerStart
  const [users, groups, rooms, events] = [stream('users'), stream('groups'), stream('rooms'), stream('events')]
  const [tokens, requests] = [stream('tokens'), stream('requests')]
  return {
    userId: () => `U${users.hex(32)}`,
    groupId: () => `C${groups.hex(32)}`,
    roomId: () => `R${rooms.hex(32)}`,
    messageId: countUp(560_000_000_000_000_000n + leap, stream('messages')),
    sentMessageId: countUp(570_000_000_000_000_000n + leap, stream('sent')),
    eventId: (at) => writeTime(at) + draw(events, ulidDigits, 16),
    requestId() {
      const hex = requests.hex(32)
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
    },
    issued: (length) => draw(requests, letters, length),
    opaque: (length) => draw(tokens, letters, length),
    hex: (digits) => tokens.hex(digits),
    digits: (count) => draw(tokens, '123456789', 1) + draw(tokens, '0123456789', count - 1),
  }
}

function draw(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join('')
}

function countUp(start: bigint, random: Random): () => string {
  let last = start
  return () => {
    last += BigInt(random.between(1, 1_000_000))
    return String(last)
  }
}

function writeTime(at: number): string {
  let rest = Math.max(0, Math.floor(at))
  let text = ''
  for (let digit = 0; digit < 10; digit++) {
    text = `${ulidDigits[rest % 32]}${text}`
    rest = Math.floor(rest / 32)
  }
  return text
}
