import { after } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { receiveEvents } from '../../src/actions/messages/receive-events.ts'
import { issueKey, type KeyRequest } from '../../src/actions/storage/operator.ts'
import { reuseWritingThreads } from '../../src/adapters/sql/writing-threads.ts'
import type { ServiceOptions as StartOptions } from '../../src/app/create-services.ts'
import { startService } from '../../src/app/start-service.ts'
import { openMedia } from '../../src/app/storage/open-media.ts'
import { openCommandStore, storeLocation } from '../../src/app/storage/open-store.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import type { ReceiveLimits } from '../../src/http/receiving/receive-limits.ts'
import type { Receipt } from '../../src/ports/commands/messages.ts'
import type { Connector, IncomingEvent } from '../../src/ports/connector.ts'
import type { BlobStore } from '../../src/ports/storage/blob-store.ts'
import type { Store } from '../../src/ports/store.ts'
import { type People, peopleEvents } from './content/events.ts'
import { type Caller, createCaller } from './http/caller.ts'
import { createFakeConnector } from './line/fake-platform.ts'
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'

/** A running service in its own environment, and direct access to its store, like a command of the operator has. */
export type TestService = {
  url: string
  config: Config
  environment: TestEnvironment
  dataDir: string
  store: Store
  blobs: BlobStore
  /** Tests move it. Starts at a fixed time. */
  clock: { now: number }
  /** A caller with a new key for this user. */
  caller(userId: string, options?: Partial<KeyRequest>): Promise<Caller>
  /** A caller with exactly this Authorization header. */
  callerWith(authorization: string | undefined): Caller
  receive(events: IncomingEvent[]): Promise<Receipt>
  /** Creates a group with these people, or adds them to it. Returns its ID. */
  channel(channelId: string, people?: People): Promise<string>
  subscribe(channelId: string, userId: string): Promise<void>
  /** Stores a file that nothing refers to yet. */
  putFile(bytes: Uint8Array): Promise<{ sha256: string; sizeBytes: number }>
  /** Stores the file of a media message. */
  storeMedia(channelId: string, messageId: string, bytes: Uint8Array): Promise<void>
  stop(): Promise<void>
}

type ServiceOptions = {
  connectors?: Connector[]
  at?: TestEnvironment
  now?: number
  receiveLimits?: ReceiveLimits
  push?: StartOptions['push']
  alerts?: StartOptions['alerts']
  receivers?: StartOptions['receivers']
  /** Whether the limits of requests stay as the settings have them. By default there are none. */
  keepsLimits?: boolean
}

reuseWritingThreads()

const startTime = Date.parse('2026-03-10T12:00:00Z')

/**
 * `connectors` are added to those that the settings configure. The default is a fake one, whose webhooks are easy to create. `at`
 * is the environment of an earlier service.
 */
export async function startTestService(
  environment: Record<string, string> = {},
  {
    connectors = [createFakeConnector()],
    at,
    now = startTime,
    receiveLimits,
    push,
    alerts,
    receivers,
    keepsLimits = false,
  }: ServiceOptions = {},
): Promise<TestService> {
  const place = at ?? (await openTestEnvironment())
  const clock = { now }
  const env = {
    PORT: '0',
    ...place.env,
    INNKEEPER_LOG: 'silent',
    ...(!keepsLimits && { INNKEEPER_RATE_LIMIT: '0', INNKEEPER_AUTH_RATE_LIMIT: '0' }),
    ...environment,
  }
  const config = readConfig(env)
  const given = { environment: env, flags: {} }
  const limits = {
    ...(receiveLimits && { receiveLimits }),
    ...(push && { push }),
    ...(alerts && { alerts }),
    ...(receivers && { receivers }),
  }
  const service = await startService(config, { clock: () => clock.now, connectors, given, ...limits })
  const store = await openCommandStore(storeLocation(config, config))
  const { blobs, close } = await openMedia(config, store)
  const operator = { kind: 'operator' } as const
  const deps = { store, clock: () => clock.now }
  const groups = new Set<string>()
  let stopped = false

  const testService: TestService = {
    url: service.url,
    config,
    environment: place,
    dataDir: place.dataDir,
    store,
    blobs,
    clock,
    async caller(userId, options = {}) {
      const { key } = await issueKey(deps, { name: '', scope: 'full', expiresAt: null, ...options, userId })
      return testService.callerWith(`Bearer ${key}`)
    },
    callerWith: (authorization) => createCaller(service.url, authorization),
    receive: (events) => receiveEvents(deps, { platform: 'test', events, unread: [] }),
    async channel(channelId, people = {}) {
      const [added, ...others] = peopleEvents(channelId, people, clock.now)
      // Adding the bot to an existing group again would mean that everyone has to be confirmed.
      await testService.receive(groups.has(channelId) || !added ? others : [added, ...others])
      groups.add(channelId)
      const { owner, admins = [], guests = [] } = people
      const roles = [...admins.map((id) => [id, 'admin'] as const), ...guests.map((id) => [id, 'guest'] as const)]
      for (const [userId, role] of roles) {
        await store.write<'change-role'>({ kind: 'change-role', by: operator, at: clock.now, channelId, userId, role })
      }
      if (owner) {
        await store.write<'hand-over-owner'>({
          kind: 'hand-over-owner',
          by: operator,
          at: clock.now,
          channelId,
          userId: owner,
        })
      }
      for (const userId of people.subscribers ?? []) await testService.subscribe(channelId, userId)
      return channelId
    },
    async subscribe(channelId, userId) {
      const answer = await (await testService.caller(userId)).post(`/api/channels/${channelId}/backup/subscribe`)
      if (answer.status !== 200) throw new Error(`${userId} could not subscribe: ${answer.text}`)
    },
    putFile: (bytes) =>
      blobs.put(
        (async function* () {
          yield bytes
        })(),
      ),
    async storeMedia(channelId, messageId, bytes) {
      const { sha256, sizeBytes } = await testService.putFile(bytes)
      await store.write<'store-media'>({ kind: 'store-media', at: clock.now, channelId, messageId, sha256, sizeBytes })
    },
    async stop() {
      if (stopped) return
      stopped = true
      close()
      await store.close()
      // The service's snapshot of this turn of the event loop can be older than what was written here.
      await nextTurn()
      await service.stop()
    },
  }
  after(async () => {
    await testService.stop()
    await place.remove()
  })
  return testService
}
