import assert from 'node:assert/strict'
import type { Random } from '@innkeeper/testdata'
import { keepMediaPlace } from '../../../src/actions/storage/media-place.ts'
import { issueKey } from '../../../src/actions/storage/operator.ts'
import { hashToken } from '../../../src/domain/accounts/token.ts'
import type { Store } from '../../../src/ports/store.ts'
import { peopleEvents } from '../content/events.ts'
import { type Caller, createCaller } from '../http/caller.ts'
import { walk } from '../http/walk.ts'
import { createExampleOperator } from '../operator.ts'
import { newFolder, type Running, serve, withData } from '../process/process.ts'
import { channelSecret, lineEvent, openWebhookSender, type SentText, say, type WebhookSender } from './line-load.ts'
import { type LinePlatform, startLinePlatform } from './line-platform.ts'

export const accessToken = 'canary-access-token-77aa'

/** Runs `./innkeeper serve` on its own folder, connected to LINE, with groups whose owner reads the backup. */
export type LineTestService = {
  dataDir: string
  platform: LinePlatform
  groups: string[]
  ownerId: string
  key: string
  /** The current process. */
  service: Running
  webhookSender: WebhookSender
  /** Starts another process on the same folder, once the previous one has ended. */
  start(options?: StartOptions): Promise<void>
  /** A message from a random person in a random group. */
  chat(text?: string): SentText
  owner(): Caller
  /** The IDs of all messages in the backup, as its reader sees them. */
  readBack(): Promise<string[]>
  /** The IDs of all messages in the store, even if no service runs. */
  readStored(): Promise<string[]>
}

type StartOptions = { env?: Record<string, string>; under?: string[]; connections?: number }

export async function startLineService(
  random: Random,
  options: StartOptions & {
    groups?: number
    dataDir?: string
    databaseUrl?: string
    /** The storage, instead of `dataDir` and `databaseUrl`. */
    place?: { dataDir: string; env: Record<string, string> }
    /** Creates the groups before the first start, because the service will be broken on purpose. Otherwise through webhooks. */
    areGroupsThere?: boolean
  } = {},
): Promise<LineTestService> {
  const platform = await startLinePlatform()
  const dataDir = options.place?.dataDir ?? options.dataDir ?? newFolder()
  const ownerId = `U${random.hex(32)}`
  const ofServer = options.databaseUrl ? { INNKEEPER_DATABASE_URL: options.databaseUrl } : {}
  const kept: Record<string, string> = options.place?.env ?? ofServer
  const keyRequest = { userId: ownerId, name: '', scope: 'full', expiresAt: null } as const
  const groups = Array.from({ length: options.groups ?? 3 }, () => `C${random.hex(32)}`)
  const inStore = <T>(work: (store: Store) => Promise<T>) =>
    withData(dataDir, ({ store }) => work(store), { env: kept })
  const { key } = await inStore(async (store) => {
    const issued = await issueKey({ store, clock: Date.now }, keyRequest)
    if (options.areGroupsThere) {
      await seedStore(store, groups, { userId: ownerId, keyId: issued.id })
      // What the first start would store: where the media files are, and the code of a setup link.
      await keepMediaPlace({ mediaUrl: null }, store)
      await createExampleOperator({ store, clock: Date.now })
    }
    return issued
  })
  const people = [ownerId, ...Array.from({ length: 9 }, () => `U${random.hex(32)}`)]
  const days = new Set([today()])
  const start = async ({ env = {}, under = [], connections }: StartOptions = {}) => {
    testService.service = await serve(dataDir, { env: { ...environmentFor(platform), ...kept, ...env }, under })
    testService.webhookSender = openWebhookSender(
      testService.service.url,
      connections === undefined ? {} : { connections },
    )
  }
  const testService: LineTestService = {
    dataDir,
    platform,
    ownerId,
    key,
    groups,
    service: {} as Running,
    webhookSender: {} as WebhookSender,
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
    readStored: () => inStore(async (store) => (await Promise.all(groups.map((one) => idsIn(store, key, one)))).flat()),
  }
  await start(options)
  if (options.areGroupsThere) return testService
  for (const group of groups) await seedGroup(random, testService, group)
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

/** Invites the bot, claims the group in the chat and subscribes over HTTP. */
async function seedGroup(
  random: Random,
  { webhookSender: door, ownerId, owner }: LineTestService,
  groupId: string,
): Promise<void> {
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

/** The same result without a service: groups on the platform with a subscribed owner, and no waiting jobs. */
async function seedStore(store: Store, groups: string[], owner: { userId: string; keyId: string }): Promise<void> {
  const at = Date.now()
  const need = { permission: 'member', subscriber: false, writes: true } as const
  for (const channelId of groups) {
    const { userId } = owner
    const events = peopleEvents(channelId, { owner: userId }, at)
    await store.write<'receive-events'>({ kind: 'receive-events', platform: 'line', unread: [], at, events })
    const by = { kind: 'operator' } as const
    await store.write<'hand-over-owner'>({ kind: 'hand-over-owner', by, at, channelId, userId })
    await store.write<'subscribe'>({ kind: 'subscribe', by: { kind: 'caller', ...owner, need }, at, channelId })
  }
  const lease = 'seeding'
  const jobs = await store.write<'claim-jobs'>({
    kind: 'claim-jobs',
    at: Date.now(),
    lease,
    leaseMs: 60_000,
    limit: 1_000,
  })
  for (const { jobId } of jobs) {
    await store.write<'finish-job'>({ kind: 'finish-job', at, jobId, lease, outcome: { kind: 'done' } })
  }
}

async function idsIn(store: Store, key: string, channelId: string): Promise<string[]> {
  const channel = (await store.findAccess(hashToken(key), channelId))?.channel
  assert.ok(channel, `${channelId} exists`)
  const all = { from: 0, to: Number.MAX_SAFE_INTEGER, after: undefined, order: 'asc', limit: 100_000 } as const
  const { json } = await store.readMessages(channel.channelNo, all)
  return (JSON.parse(`[${Buffer.from(json)}]`) as { id: string }[]).map(({ id }) => id)
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
