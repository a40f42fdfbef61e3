import { english } from '../languages/en.ts'
import { japanese } from '../languages/ja.ts'
import type { AssistantTexts, Language, LanguageCode, Zone } from '../languages/language.ts'
import { thai } from '../languages/th.ts'
import { traditionalChinese } from '../languages/zh-tw.ts'
import { createRandom } from '../random.ts'
import type { Person } from './chat-event.ts'

/** Which channel: the seed selects a data set, the index one chat in it. */
export type ChannelSource = {
  seed: string | number
  index: number
  /** The most people it ever has, at least 6; 20 by default. Guests from other channels are not counted. */
  people?: number
  /** Where the group lives, if not in a city of its language: messages are sent in the daytime there. */
  localTime?: Pick<Zone, 'timezone' | 'offsetMinutes'>
}

/** A group of invented people, before any message. */
export type ChannelDescription = {
  channelId: string
  name: string
  language: LanguageCode
  /** IANA name of the group's time zone. */
  timezone: string
  /** Everyone who ever appears. The first `presentAtFirst` are there from the beginning, the others join later. */
  people: Person[]
  presentAtFirst: number
  ownerId: string
  adminIds: string[]
  guestIds: string[]
  /** Who reads the backup; owner first, no guests. */
  subscriberIds: string[]
  assistant: AssistantTexts
}

/** Channels use them in this order. */
const languages: readonly Language[] = [english, japanese, traditionalChinese, thai]

export function getLanguage(code: LanguageCode): Language {
  const language = languages.find((one) => one.code === code)
  if (!language) throw new Error(`There are no texts for the language ${code}`)
  return language
}

/** Owner, admins, guest and subscribers are among the first people, and these never leave. */
export const settledPeople = 6
const usualPeople = 20

/**
 * Channels alternate between English, Japanese, Traditional Chinese and Thai. The owner of the English one is also in the next
 * three, as member, admin and guest, so that one person's key shows all four roles.
 */
export function describeChannel(place: ChannelSource): ChannelDescription {
  const { seed, index, people: mostPeople = usualPeople } = place
  const { language, zone } = settingOf(place)
  const random = createRandom(`${seed}/channel/${index}`)
  const channelId = `C${random.hex(32)}`
  const turn = index % languages.length
  const visitor = turn === 0 ? undefined : createOwner({ seed, index: index - turn })
  const others = namesOf(place)
    .slice(1, mostPeople)
    .map((displayName) => ({ userId: `U${random.hex(32)}`, displayName }))
  const people = [createOwner(place), ...(visitor ? [visitor] : []), ...others]
  const ids = people.slice(0, settledPeople).map(({ userId }) => userId) as [string, ...string[]]
  const [ownerId, second = '', third = '', fourth = '', fifth = ''] = ids
  return {
    channelId,
    name: nameGroup(language, place),
    language: language.code,
    timezone: zone.timezone,
    people,
    presentAtFirst: Math.min(people.length, random.between(settledPeople, 12)),
    ownerId,
    adminIds: turn === 2 ? [second, third] : [third],
    guestIds: turn === 3 ? [second] : [fourth],
    subscriberIds: turn === 3 ? [ownerId, third, fifth] : [ownerId, second, fifth],
    assistant: language.assistant,
  }
}

export function settingOf({ index, localTime }: ChannelSource): { language: Language; zone: Zone } {
  const language = languages[index % languages.length] as Language
  const zone = language.zones[Math.floor(index / languages.length) % language.zones.length] as Zone
  return { language, zone: { ...zone, ...localTime } }
}

/** Created separately from the rest of the channel, because this person is in other channels too. */
function createOwner(place: ChannelSource): Person {
  const random = createRandom(`${place.seed}/owner/${place.index}`)
  return { userId: `U${random.hex(32)}`, displayName: namesOf(place)[0] ?? '' }
}

/** The language's names, shuffled for this channel; the first is the owner's. */
function namesOf(place: ChannelSource): string[] {
  const random = createRandom(`${place.seed}/names/${place.index}`)
  const names = [...settingOf(place).language.names]
  for (let last = names.length - 1; last > 0; last--) {
    const chosen = random.below(last + 1)
    ;[names[last], names[chosen]] = [names[chosen] as string, names[last] as string]
  }
  return names
}

/** Uses every pair of words before one is repeated. */
function nameGroup({ group }: Language, { seed, index }: ChannelSource): string {
  const number = createRandom(`${seed}/groups`).below(1000) + Math.floor(index / languages.length)
  const first = group.firsts[number % group.firsts.length] ?? ''
  const second = group.seconds[number % group.seconds.length] ?? ''
  return group.join(first, second)
}
