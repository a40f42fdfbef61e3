import { createRandom, type Random } from '@innkeeper/testdata'
import type { ContentKind, Gap, LiveMessage, OwnSend } from '../../../src/domain/imports/alignment/history-side.ts'

/** A message as it really was, and what became of it. */
export type SaidMessage = {
  number: number
  at: number
  person: string
  kind: ContentKind
  text: string
  /** The text before it was edited. */
  earlier?: string
  /** `heard`: it's live. `missed`: the service was down. `unsent`: taken back. `own`: the bot sent it. */
  fate: 'heard' | 'missed' | 'unsent' | 'own'
}

/** A group with a bot: what was really said, and what the service knows of it. */
export type ChatWorld = {
  said: SaidMessage[]
  live: LiveMessage[]
  gaps: Gap[]
  sends: OwnSend[]
  /** The message of each live one, by its ID. */
  heard: Map<string, SaidMessage>
  startAt: number
  endAt: number
}

export const botId = 'UBOT'

export type WorldOptions = {
  seed: number | string
  messages: number
  outages?: number
  people?: number
  /** Percent of messages that were unsent. */
  unsent?: number
  /** No one is ever silent for long. */
  isBusy?: boolean
}

const hourMs = 3_600_000
const outageMs = 3 * hourMs
const startAt = Date.UTC(2026, 2, 1)

/**
 * People talk in bursts, and a third of what they say is short and often repeated. Messages are unsent and edited. The bot answers. Its
 * clock is up to seconds apart from that of the phones, so neighbours change places and minutes.
 */
export function createChatWorld({
  seed,
  messages,
  outages = 3,
  people = 12,
  unsent = 1,
  isBusy = false,
}: WorldOptions): ChatWorld {
  const random = createRandom(`chat world/${seed}`)
  const persons = Array.from({ length: people }, (_, number) => `U${number}`)
  const said: SaidMessage[] = []
  let at = startAt
  while (said.length < messages) {
    if (!isBusy) at += random.between(1, random.chance(85) ? 12 : 180) * 60_000 + random.below(60_000)
    const speakers = Array.from({ length: random.between(2, 5) }, () => random.pick(persons))
    for (let left = random.between(2, 40); left > 0 && said.length < messages; left--) {
      at += random.between(300, random.chance(60) ? 8_000 : 60_000)
      said.push(sayOne(said.length, at, random.pick(speakers), random))
    }
  }
  const world: ChatWorld = { said, live: [], gaps: [], sends: [], heard: new Map(), startAt, endAt: at + 60_000 }
  missSome(said, outages, random)
  for (const message of said) if (message.fate === 'heard' && random.chance(unsent)) message.fate = 'unsent'
  learn(world, random)
  return world
}

const short = ['ok', 'はい', '555', 'lol', '+1', '了解', '👍', 'no', '好', 'ครับ', 'w', 'いいね', ';)', 'where?', '哈哈']
const words = [
  'train',
  '駅',
  'dinner',
  '明日',
  'ticket',
  '會議',
  'เจอกัน',
  'photo',
  '傘',
  'late',
  'map',
  'beach',
  'お店',
  'bus',
]

function sayOne(number: number, at: number, person: string, random: Random): SaidMessage {
  const base = { number, at, person, fate: 'heard' } as const
  if (random.chance(3)) return { ...base, fate: 'own', person: botId, kind: 'text', text: `Answer ${random.below(30)}` }
  if (random.chance(8)) return { ...base, kind: random.pick(['image', 'sticker', 'video', 'audio']), text: '' }
  if (random.chance(35)) return { ...base, kind: 'text', text: random.pick(short) }
  const text = Array.from({ length: random.between(2, 6) }, () => random.pick(words)).join(' ')
  const full = random.chance(70) ? `${text} ${random.below(1_000)}` : text
  if (random.chance(1)) return { ...base, kind: 'text', text: `${full}!`, earlier: full }
  return { ...base, kind: 'text', text: random.chance(1) ? `(moon grin) ${full}` : full }
}

/** The service is down for three hours at a time, in the middle of a conversation. */
function missSome(said: readonly SaidMessage[], outages: number, random: Random): void {
  for (let outage = 0; outage < outages; outage++) {
    const begin = said[Math.floor((said.length * (outage + 0.2 + random.below(60) / 100)) / outages)]?.at ?? 0
    for (const message of said)
      if (message.at >= begin && message.at < begin + outageMs && message.fate === 'heard') message.fate = 'missed'
  }
}

function learn({ said, live, gaps, sends, heard }: ChatWorld, random: Random): void {
  for (const message of said) {
    const { number, person, kind, text, earlier, fate } = message
    const at = message.at + random.below(random.chance(2) ? 20_000 : 1_500)
    if (fate === 'own') sends.push({ at, text })
    if (fate === 'unsent') gaps.push({ at, id: `m${number}` })
    if (fate !== 'heard') continue
    const wordings = kind === 'text' ? [text, ...(earlier === undefined ? [] : [earlier])] : []
    live.push({ id: `m${number}`, at, seq: live.length + 1, person, kind, wordings })
    heard.set(`m${number}`, message)
  }
  const byTime = (one: { at: number; seq?: number }, other: { at: number; seq?: number }) =>
    one.at - other.at || (one.seq ?? 0) - (other.seq ?? 0)
  live.sort(byTime)
  gaps.sort(byTime)
  sends.sort(byTime)
}
