import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '@innkeeper/testdata'
import type { Platform } from '../servers/platform.ts'
import { deliver, event, idOf, messageId, setUpGroup, text, token } from '../traffic/deliveries.ts'
import { type BenchRule, importRules } from '../traffic/rules.ts'

// The hostile tenant's groups, each full of expensive data.

export type HostileChannels = {
  userId: string
  key: string
  /** Very many messages of common words, rules that all match them, and files. */
  history: string
  mediaIds: string[]
  /** Slow patterns, and long texts that almost match. */
  patterns: string[]
  /** For importing rules. */
  imports: string[]
  /** Full of rules, one of which is changed repeatedly. */
  edited: string[]
  /** Thousands of members. */
  crowd: string
  /** Questions to the language model. */
  model: string[]
  /** As many messages as in `history`, days old. One for each round of the attack that deletes them. */
  doomed: string[]
}

const evilPatterns = 20
export const editedRules = 7_000
const historyMessages = Number(process.env.BENCH_FAIRNESS_HISTORY ?? 50_000)
const longMessages = Math.ceil(historyMessages / 25)
const smallFiles = { count: 300, sizeBytes: 20_000 }
const largeFiles = { count: 10, sizeBytes: 2_000_000 }
const threeDaysMs = 3 * 86_400_000
const rosterSize = 5_000
const eventsAtOnce = 100

export async function makeHostileChannels(
  port: number,
  platform: Platform,
  createKey: (userId: string) => string,
  doomed: number,
): Promise<HostileChannels> {
  const userId = `U${idOf('hostile', 0)}`
  const groups = (what: string, count: number) =>
    Array.from({ length: count }, (_, index) => `C${idOf(`hostile ${what}`, index)}`)
  const [history = '', crowd = ''] = groups('history and crowd', 2)
  const channels: HostileChannels = {
    userId,
    key: createKey(userId),
    history,
    mediaIds: [],
    patterns: groups('patterns', 3),
    imports: groups('imports', 10),
    edited: groups('edited', 3),
    crowd,
    model: groups('model', 3),
    doomed: groups('doomed', doomed),
  }
  platform.rosters.set(
    crowd,
    Array.from({ length: rosterSize }, (_, index) => `U${idOf('crowd', index)}`),
  )
  const { patterns, imports, edited, model } = channels
  for (const group of [history, crowd, ...patterns, ...imports, ...edited, ...model, ...channels.doomed])
    await setUpGroup(port, group, channels)
  // A private chat belongs to its user and doesn't need to be claimed.
  await deliver(port, [{ ...event('', { type: 'follow', replyToken: token() }), source: { type: 'user', userId } }])
  await fill(port, history, historyMessages, commonText)
  for (const group of channels.doomed) await fill(port, group, historyMessages, commonText, Date.now() - threeDaysMs)
  for (const group of patterns) await fill(port, group, longMessages / patterns.length, longText)
  channels.mediaIds = await sendFiles(port, channels, platform)
  await importRules(port, history, { key: channels.key, rules: commonRules() })
  for (const group of patterns) await importRules(port, group, { key: channels.key, rules: evilRules() })
  for (const group of edited)
    await importRules(port, group, { key: channels.key, rules: manyRules(editedRules, 'first') })
  for (const group of model) await importRules(port, group, { key: channels.key, rules: modelRules() })
  return channels
}

const random = createRandom('fairness/hostile')

/** Almost matches the patterns: every automaton has to track the last 480 characters in all their states. */
export function longText(): string {
  let said = ''
  while (said.length < 5_000) said += random.next() % 2 === 0 ? 'a' : 'b'
  return said
}

function commonText(index: number): string {
  return `Message ${index}: see you at seven, bring the blue umbrella 傘 ${(index * 7919) % 100_003}`
}

/** Enough rules that their file is as large as a request can be. `edition` makes each rule different. */
export function manyRules(count: number, edition: string): BenchRule[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `many-${index}`,
    keywords: [`word ${index} ${edition}`],
    question: `Question ${index}?`,
    answer: `Answer ${index} ${edition}, which nobody asked for.`,
  }))
}

function evilRules(): BenchRule[] {
  return Array.from({ length: evilPatterns }, (_, index) => ({
    keywords: [`[ab]*a[ab]{480}c${index + 1}`],
    question: `Pattern ${index}?`,
    answer: 'It matched.',
    match: 'regex',
  }))
}

function commonRules(): BenchRule[] {
  const words = ['see you', 'seven', 'bring', 'the blue', 'umbrella', 'blue umbrella', 'you at', 'at seven', 'message']
  return Array.from({ length: 200 }, (_, index) => ({
    keywords: [words[index % words.length] ?? '', `${words[(index * 7) % words.length]} ${index}`],
    question: `Common ${index}?`,
    answer: 'Yes.',
  }))
}

function modelRules(): BenchRule[] {
  return Array.from({ length: 20 }, (_, index) => ({
    keywords: [`topic ${index}`],
    question: `What about topic ${index}?`.padEnd(400, ' and more'),
    answer: 'A long answer. '.repeat(50),
    match: 'ai',
  }))
}

async function fill(
  port: number,
  group: string,
  count: number,
  textOf: (index: number) => string,
  from?: number,
): Promise<void> {
  const people = Array.from({ length: 40 }, (_, index) => `U${idOf('friend of the hostile', index)}`)
  for (let start = 0; start < count; start += eventsAtOnce) {
    const length = Math.min(eventsAtOnce, Math.ceil(count - start))
    const events = Array.from({ length }, (_, at) => {
      const message = text(textOf(start + at))
      const said = event(group, { type: 'message', replyToken: token(), message, userId: people[at % people.length] })
      return from === undefined ? said : { ...said, timestamp: from + start + at }
    })
    await deliver(port, events)
  }
}

async function sendFiles(port: number, { history, key, userId }: HostileChannels, platform: Platform) {
  const ids: string[] = []
  const events: object[] = []
  for (const { count, sizeBytes } of [smallFiles, largeFiles]) {
    for (let index = 0; index < count; index++) {
      const id = messageId()
      platform.files.set(id, randomBytes(sizeBytes))
      ids.push(id)
      const message = { id, type: 'file', fileName: `file-${ids.length}.bin`, fileSize: sizeBytes }
      events.push(event(history, { type: 'message', replyToken: token(), message, userId }))
    }
  }
  await deliver(port, events)
  await untilArrived(port, { history, key }, ids.length)
  for (const id of ids) platform.files.delete(id)
  return ids
}

async function untilArrived(port: number, { history, key }: Pick<HostileChannels, 'history' | 'key'>, count: number) {
  for (let tries = 0; tries < 300; tries++) {
    let arrived = 0
    let query = 'limit=100'
    for (let hasMore = true; hasMore; ) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/channels/${history}/backup/media?${query}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      const { items = [], nextCursor } = (await answer.json()) as { items?: unknown[]; nextCursor?: string | null }
      arrived += items.length
      hasMore = typeof nextCursor === 'string'
      query = `limit=100&cursor=${encodeURIComponent(nextCursor ?? '')}`
    }
    if (arrived >= count) return
    await pause(1_000)
  }
  throw new Error('The files of the hostile group did not arrive')
}
