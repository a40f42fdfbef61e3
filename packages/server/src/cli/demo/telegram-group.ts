import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@innkeeper/client'
import type { Content, Group, Person, Simulator } from '@innkeeper/simulator-telegram'
import { localTimezone } from './story.ts'

type Telling = {
  /** How far the service's clock is behind. */
  time: { behindMs: number }
  /** A client that acts as this person. */
  openAs(userId: string): Promise<Client>
  /** Waits until the service has done everything that the updates so far caused. */
  untilIdle(): Promise<void>
  signal: AbortSignal
}

/** Updates expire after a day, so the group is younger than that. */
const ageMs = 20 * 3_600_000
const longestWaitMs = 60_000

const people = {
  // The same person as the owner of the group in LINE, who has another account here.
  chiara: 'Chiara',
  nuno: 'Nuno',
  ida: 'Ida',
  tariq: 'Tariq',
  mei: 'Mei',
} as const
type Who = keyof typeof people

/** Each after a part of the time, in order. `album`: photos that belong together. */
const talk: { by: Who; says?: Content; album?: number; repliesTo?: number; edited?: string }[] = [
  { by: 'nuno', says: 'Morning! Is anyone taking the kayaks out on Saturday?' },
  { by: 'ida', says: 'Me, if the wind stays below 4. @nuno are you bringing the spare paddle?' },
  { by: 'nuno', says: 'Yes, and two dry bags.', repliesTo: 1 },
  { by: 'tariq', says: { type: 'photo', caption: 'The jetty this morning. Flat as a mirror.' } },
  { by: 'mei', says: 'Beautiful 😍', repliesTo: 3 },
  { by: 'chiara', says: 'We meet at 9:30 at the boathouse.', edited: 'We meet at 9:00 at the boathouse.' },
  {
    by: 'chiara',
    says: { type: 'venue', latitude: 38.7005, longitude: -9.1786, title: 'Boathouse', address: 'Pier 4' },
  },
  { by: 'ida', says: { type: 'voice', durationSeconds: 6 } },
  { by: 'tariq', says: { type: 'document', fileName: 'tide-table.pdf', mimeType: 'application/pdf' } },
  { by: 'mei', says: 'Thanks! Low tide is at 11:40, so we should be past the bridge by then.', repliesTo: 8 },
  { by: 'nuno', says: { type: 'sticker', emoji: '👍' } },
  { by: 'ida', album: 3, says: { type: 'photo', caption: 'From last Saturday' } },
  { by: 'chiara', says: { type: 'video', durationSeconds: 3, caption: 'Mei’s first kayak roll!' } },
  { by: 'mei', says: 'Third attempt, to be fair 😅' },
  { by: 'tariq', says: 'Shared map of the route: https://example.com/harbour-route' },
  { by: 'nuno', says: 'Who has the key to the boathouse?' },
  { by: 'chiara', says: 'I do. I’ll open at 8:45.', repliesTo: 15 },
]

/**
 * Creates a second group, on another platform: the bot joins, the group's creator turns the backup on, and people talk. Returns the
 * creator's user ID.
 */
export async function makeTelegramGroup(telegram: Simulator, telling: Telling): Promise<string> {
  const { time, openAs, untilIdle, signal } = telling
  const begunAt = Date.now() - ageMs
  const members = Object.fromEntries(
    Object.entries(people).map(([who, firstName]) => [
      who,
      telegram.addUser({ firstName, username: who, languageCode: 'en', picture: who !== 'tariq' }),
    ]),
  ) as Record<Who, Person>
  const group = telegram.addSupergroup({
    title: 'Kayak Saturdays 🛶',
    owner: members.chiara,
    members: Object.values(members),
    picture: true,
  })
  const ownerId = `tg:${members.chiara.id}`
  const channelId = `tg:${group.id}`
  const owner = await openAs(ownerId)
  const delivered = () => untilAll(telegram, signal)

  // The service uses the group's time while the bot joins, because it doesn't send replies that are hours late.
  time.behindMs = Date.now() - begunAt
  try {
    group.invite({ at: begunAt, asAdmin: true })
    await delivered()
    await untilIdle()
    await owner.changeSettings({ channelId, body: { timezone: localTimezone() } })
    await owner.subscribe({ channelId })
  } finally {
    time.behindMs = 0
  }
  tell(group, members, begunAt + 3_600_000)
  await delivered()
  await untilIdle()
  await owner.createRule({ channelId, body: rule })
  const answers = telegram.sent.length
  group.say(members.nuno, 'What are the boathouse hours?')
  await telegram.until(() => telegram.sent.length > answers, longestWaitMs)
  const { key } = await owner.getMe()
  await owner.revokeKey({ keyId: key.id })
  return ownerId
}

const rule = {
  question: 'What are the boathouse hours?',
  keywords: ['boathouse hours'],
  answer: 'The boathouse is open daily from 8:00 to 20:00. The code for the gate is with Chiara.',
}

function tell(group: Group, members: Record<Who, Person>, from: number): void {
  const stepMs = (Date.now() - 600_000 - from) / talk.length
  const ids: number[] = []
  for (const [index, { by, says = '', album = 0, repliesTo, edited }] of talk.entries()) {
    const at = from + index * stepMs
    const replyTo = repliesTo === undefined ? undefined : ids[repliesTo]
    const [posted] =
      album > 0
        ? group.album(members[by], Array<Content>(album).fill(says), { at })
        : [group.say(members[by], says, { at, ...(replyTo !== undefined && { replyTo }) })]
    ids.push(posted?.messageId ?? 0)
    if (edited !== undefined && posted) group.edit(members[by], posted.messageId, edited, { at: at + 60_000 })
  }
}

/** Waits until the bot has confirmed all updates. */
async function untilAll(telegram: Simulator, signal: AbortSignal): Promise<void> {
  const until = performance.now() + longestWaitMs
  while (telegram.updates.list().length > 0 && performance.now() < until) {
    signal.throwIfAborted()
    await sleep(20)
  }
}
