import type { Platform } from '../servers/platform.ts'
import { event, idOf, messageId, setUpGroup, text, token, toRequest } from './deliveries.ts'
import { answeredWord, type BenchRule, importRules, makeRules } from './rules.ts'

// Groups with rules, a quarter of them with patterns, and requests with messages in them.

/**
 * Shares of all messages that a rule answers or that are pictures, whether the groups that answer by pattern get any, whether each
 * picture is different, and how many groups there are.
 */
export type Mix = {
  answered: number
  media: number
  hasPatterns: boolean
  hasDifferentPictures?: true
  groups?: number
}

const standardGroups = 40

const people = Array.from({ length: 50 }, (_, index) => `U${idOf('person', index)}`)
/** The groups at the end of the list answer by pattern, if a mix wants any. */
const patternShare = 1 / 4
const picture = Buffer.alloc(50_000, 7)
const rulesOfGroup = 100

const pattern: BenchRule = {
  keywords: ['(?:where|when) .*\\b(?:lantern|candle)s?\\b'],
  question: 'Where are the lanterns?',
  answer: 'In the shed, {name}.',
  match: 'regex',
}

/** One person owns all groups. `command` runs the command line on the service's store. */
export async function setUpMixedGroups(
  port: number,
  command: (...words: string[]) => string,
  count = standardGroups,
): Promise<void> {
  const [userId = ''] = people
  const { key } = JSON.parse(command('keys', 'create', '--user', userId, '--json')) as { key: string }
  const rules = makeRules(rulesOfGroup)
  for (let index = 0; index < count; index++) {
    await setUpGroup(port, groupOf(index), { userId, key })
    const usesPatterns = index >= count * (1 - patternShare)
    await importRules(port, groupOf(index), { key, rules: usesPatterns ? [...rules, pattern] : rules })
  }
}

/** New events, each in a signed request of its own. The pictures can be downloaded from the platform. */
export function makeMixedRequests(count: number, mix: Mix, platform: Platform): Buffer[] {
  return Array.from({ length: count }, (_, index) => toRequest([makeMixedEvent(index, mix, platform).event]))
}

export type MixedEvent = {
  event: object
  messageId: string
  replyToken: string
  isAnswered: boolean
  isPicture: boolean
}

export function makeMixedEvent(index: number, mix: Mix, platform: Platform): MixedEvent {
  const { groups = standardGroups } = mix
  const count = mix.hasPatterns ? groups : groups * (1 - patternShare)
  const isPicture = isEvery(index, mix.media)
  const isAnswered = !isPicture && isEvery(index + 1, mix.answered)
  const message = isPicture ? pictureOf(platform, mix.hasDifferentPictures ? index : 0) : sentence(index, isAnswered)
  const replyToken = token()
  const userId = people[(index * 7) % people.length]
  const said = event(groupOf(index % count), { type: 'message', replyToken, message, userId })
  return { event: said, messageId: message.id, replyToken, isAnswered, isPicture }
}

const groupOf = (index: number) => `C${idOf('mixed group', index)}`

/** Spread evenly: each one in `1 / share`. */
function isEvery(index: number, share: number): boolean {
  return share > 0 && index % Math.round(1 / share) === 0
}

function sentence(index: number, isAnswered: boolean): { id: string } {
  return text(`Message ${index}: see you at seven, bring the ${isAnswered ? answeredWord : 'blue umbrella'} 傘`)
}

function pictureOf(platform: Platform, no: number): { id: string } {
  const id = messageId()
  const bytes = no === 0 ? picture : Buffer.from(picture)
  if (no > 0) bytes.writeUInt32BE(no)
  platform.files.set(id, bytes)
  const message = { id, type: 'image', quoteToken: 'quote', contentProvider: { type: 'line' } }
  return message
}
