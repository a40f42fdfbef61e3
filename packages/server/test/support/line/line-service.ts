import assert from 'node:assert/strict'
import type { Random } from '@innkeeper/testdata'
import { issueKey } from '../../../src/actions/storage/operator.ts'
import { type Caller, createCaller } from '../http/caller.ts'
import { walk } from '../http/walk.ts'
import { newFolder, type Running, serve, withData } from '../process/process.ts'
import { channelSecret, lineEvent, openWebhookSender, type SentText, say, type WebhookSender } from './line-load.ts'
import { type LinePlatform, startLinePlatform } from './line-platform.ts'

export const accessToken = 'canary-access-token-77aa'

/** `./innkeeper serve` on a folder of its own, connected to LINE, with groups that have an owner who reads the backup. */
export type LineTestService = {
  dataDir: string
  platform: LinePlatform
  groups: string[]
  ownerId: string
  key: string
  /** The process that runs now. */
  service: Running
  door: WebhookSender
  /** Starts another process on the same folder, once the one before has ended. */
  start(options?: StartOptions): Promise<void>
  /** A message of anybody in one of the groups. */
  chat(text?: string): SentText
  owner(): Caller
  /** The ids of all messages in the backup, as its reader sees them. */
  readBack(): Promise<string[]>
}

type StartOptions = { env?: Record<string, string>; under?: string[]; connections?: number }

export async function startLineService(
  random: Random,
  options: StartOptions & {
    groups?: number
    dataDir?: string
    databaseUrl?: string
    /** Where it keeps its things, in place of those two. */
    place?: { dataDir: string; env: Record<string, string> }
  } = {},
): Promise<LineTestService> {
  const platform = await startLinePlatform()
  const dataDir = options.place?.dataDir ?? options.dataDir ?? newFolder()
  const ownerId = `U${random.hex(32)}`
  const ofServer = options.databaseUrl ? { INNKEEPER_DATABASE_URL: options.databaseUrl } : {}
  const kept: Record<string, string> = options.place?.env ?? ofServer
  const wish = { userId: ownerId, name: '', scope: 'full', expiresAt: null } as const
  const { key } = await withData(dataDir, ({ store }) => issueKey({ store, clock: Date.now }, wish), { env: kept })
  const people = [ownerId, ...Array.from({ length: 9 }, () => `U${random.hex(32)}`)]
  const days = new Set([today()])
  const start = async ({ env = {}, under = [], connections }: StartOptions = {}) => {
    testService.service = await serve(dataDir, { env: { ...environmentFor(platform), ...kept, ...env }, under })
    testService.door = openWebhookSender(testService.service.url, connections === undefined ? {} : { connections })
  }
  const testService: LineTestService = {
    dataDir,
    platform,
    ownerId,
    key,
    groups: Array.from({ length: options.groups ?? 3 }, () => `C${random.hex(32)}`),
    service: {} as Running,
    door: {} as WebhookSender,
    start,
    chat: (text) => {
      const words = text ?? `Shall we meet at ${random.below(24)}? 傘 ${random.hex(8)}`
      return say(random, random.pick(testService.groups), random.pick(people), words)
    },
    owner: () => createCaller(testService.service.url, `Bearer ${key}`),
    async readBack() {
      const ids: string[] = []
      for (const group of testService.groups) {
        for (const day of days.add(today())) {
          ids.push(
            ...(await walk(testService.owner(), `/api/channels/${group}/backup/messages?date=${day}`, { limit: 100 })),
          )
        }
      }
      return ids
    },
  }
  await start(options)
  for (const group of testService.groups) await furnish(random, testService, group)
  return testService
}

export function environmentFor(platform: { url: string }): Record<string, string> {
  return {
    INNKEEPER_RATE_LIMIT: '0',
    LINE_CHANNEL_SECRET: channelSecret,
    LINE_CHANNEL_ACCESS_TOKEN: accessToken,
    LINE_API_BASE_URL: platform.url,
    LINE_DATA_API_BASE_URL: platform.url,
  }
}

/** The bot is invited, somebody claims the group in the chat and subscribes by HTTP. */
async function furnish(random: Random, { door, ownerId, owner }: LineTestService, groupId: string): Promise<void> {
  const source = { type: 'group', groupId }
  const claim = say(random, groupId, ownerId, '/claim')
  const { status, text } = await door.deliver(
    lineEvent(source, { type: 'join', replyToken: random.hex(32) }),
    claim.event,
  )
  assert.equal(status, 200, text)
  const answer = await owner().post(`/api/channels/${groupId}/backup/subscribe`)
  assert.equal(answer.status, 200, answer.text)
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
