import { after } from 'node:test'
import { createHistoryReader } from '../../src/actions/imports/history-reader.ts'
import { createFileKeeper } from '../../src/actions/media/file-keeper.ts'
import { sweepFiles } from '../../src/actions/storage/housekeeping/sweep-files.ts'
import { createRuleRunner } from '../../src/adapters/thread/rule-runner.ts'
import { uploadedZips } from '../../src/adapters/zip/open-uploaded-zip.ts'
import { openMedia } from '../../src/app/storage/open-media.ts'
import { openCommandStore, storeLocation } from '../../src/app/storage/open-store.ts'
import { readConfig } from '../../src/config/config.ts'
import type { ReplyRight } from '../../src/domain/assistant/reply.ts'
import { standardLanes } from '../../src/jobs/lane.ts'
import { startWorker, type Worker, type WorkerOptions } from '../../src/jobs/worker.ts'
import type { IncomingEvent } from '../../src/ports/connector.ts'
import type { Store } from '../../src/ports/store.ts'
import { seedChannel } from '../store/seed-channel.ts'
import { message, type People } from '../support/content/events.ts'
import { openTestEnvironment, type TestEnvironment } from '../support/test-environment.ts'
import { type ScriptedPlatform, scriptPlatform } from './scripted-platform.ts'

/** A store with jobs, workers, and a platform that follows a script. */
export type JobHarness = {
  store: Store
  platform: ScriptedPlatform
  clock: { now: number }
  /** Outcomes in the order they were recorded, such as `send-reply done`. */
  outcomes: string[]
  logged: { level: string; about: Record<string, unknown>; text: string }[]
  start(options?: Partial<WorkerOptions>): Worker
  /** A worker of a process that can be killed. From then on it cannot reach the store. */
  startMortal(options?: Partial<WorkerOptions>): { kill(): void }
  /** Creates a channel without waiting jobs. */
  channel(channelId: string, people?: People): Promise<void>
  receive(...events: IncomingEvent[]): Promise<void>
  /** A member sends /help, with a right to reply under this token. */
  askForHelp(channelId: string, token: string, right?: Partial<ReplyRight>): Promise<void>
  /** Checks now and after every outcome. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>
  /** Waits until no job is left in the store. */
  allDone(): Promise<void>
  buried(): Promise<string[]>
  /** Adds a rule that answers `hours`, and changes these settings. */
  teach(channelId: string, settings?: { allowPush: boolean }): Promise<void>
  /** A member asks for the hours, with a right to reply under this token, or without one if it is null. */
  askForHours(channelId: string, token: string | null): Promise<void>
  /** How every send ended, such as `answer sent by reply` or `answer refused by push: quota`. */
  said(channelId: string): Promise<string[]>
  environment: TestEnvironment
  /** Deletes released files like the housekeeper does, and counts the rest. */
  countFiles(): Promise<number>
}

const noon = Date.parse('2026-03-10T12:00:00Z')

export async function openJobHarness(): Promise<JobHarness> {
  const place = await openTestEnvironment()
  const config = readConfig(place.env)
  const store = await openCommandStore(storeLocation(config, { timezone: 'UTC', claim: 'first' }))
  const { blobs, close } = await openMedia(config, store)
  const files = createFileKeeper({ store, blobs })
  const clock = { now: noon }
  const platform = scriptPlatform()
  const workers: Worker[] = []
  const runner = createRuleRunner()
  const watchers = new Set<() => void>()
  const log = (level: string) => (about: unknown, text?: string) => {
    if (typeof about === 'string') harness.logged.push({ level, about: {}, text: about })
    else harness.logged.push({ level, about: about as Record<string, unknown>, text: text ?? '' })
  }
  after(async () => {
    for (const worker of workers) await worker.stop()
    await runner.close()
    close()
    await store.close()
    await place.remove()
  })
  const harness: JobHarness = {
    environment: place,
    store,
    platform,
    clock,
    outcomes: [],
    logged: [],
    start(options = {}) {
      const worker = startWorker({
        store,
        blobs,
        files,
        external: { open: async () => ({ state: 'lost', reason: 'there are no external files in this test' }) },
        makePreview: async () => undefined,
        histories: createHistoryReader({ store, blobs, zips: uploadedZips, retentionCeilingDays: null }),
        runner,
        mostMediaBytes: 300 * 1024 * 1024,
        fetchesStickers: () => true,
        clock: () => clock.now,
        connectors: new Map([[platform.connector.platform, platform.connector]]),
        log: { info: log('info'), warn: log('warn'), error: log('error') },
        noteJob(kind, outcome) {
          harness.outcomes.push(`${kind} ${outcome.kind}`)
          for (const watch of watchers) watch()
        },
        random: () => 1,
        graceMs: 0,
        // No pauses between claims, which would only make tests slower.
        lanes: standardLanes.map((lane) => ({ ...lane, claimEveryMs: 0 })),
        ...options,
      })
      workers.push(worker)
      return worker
    },
    startMortal(options = {}) {
      let isDead = false
      const unlessDead = <A extends unknown[], R>(ask: (...given: A) => Promise<R>) => {
        return async (...given: A) => {
          if (isDead) throw new Error('this process is dead')
          return await ask(...given)
        }
      }
      const write = unlessDead(store.write) as Store['write']
      harness.start({ ...options, store: { ...store, write, listDueKinds: unlessDead(store.listDueKinds) } })
      return {
        kill() {
          isDead = true
        },
      }
    },
    async channel(channelId, people = {}) {
      await seedChannel(store, channelId, people, clock.now)
      const lease = { at: clock.now, lease: 'seeding' }
      const planned = await store.write<'claim-jobs'>({ kind: 'claim-jobs', ...lease, leaseMs: 1, limit: 100 })
      for (const { jobId } of planned) {
        await store.write<'finish-job'>({ kind: 'finish-job', ...lease, jobId, outcome: { kind: 'done' } })
      }
    },
    async receive(...events) {
      const batch = { platform: 'test', unread: [], events }
      await store.write<'receive-events'>({ kind: 'receive-events', at: clock.now, ...batch })
    },
    async askForHelp(channelId, token, right = {}) {
      const content = { type: 'text', text: '/help' } as const
      const reply = { token, expiresAt: clock.now + 58_000, isOneUse: true, cost: 'free', ...right } as const
      await harness.receive({ ...message(channelId, clock.now, { from: 'U-asker', name: 'Asker', content }), reply })
    },
    async until(condition) {
      while (!(await condition())) {
        const next = Promise.withResolvers<void>()
        watchers.add(next.resolve)
        // The condition may have become true before we listened.
        if (await condition()) next.resolve()
        await next.promise
        watchers.delete(next.resolve)
      }
    },
    allDone: () => harness.until(async () => (await store.getBacklog()).waitingJobs === 0),
    async teach(channelId, change) {
      const rule = { keywords: ['hours'], question: 'When are you open?', answer: 'From 9 to 18' }
      const head = { by: { kind: 'operator' }, at: clock.now, channelId } as const
      await store.write<'create-rule'>({ kind: 'create-rule', ...head, rule })
      if (change) await store.write<'change-settings'>({ kind: 'change-settings', ...head, change })
    },
    async askForHours(channelId, token) {
      const content = { type: 'text', text: 'your hours?' } as const
      const asked = message(channelId, clock.now, { from: 'U-asker', name: 'Asker', content })
      const right = { expiresAt: clock.now + 58_000, isOneUse: true, cost: 'free' } as const
      await harness.receive(token === null ? asked : { ...asked, reply: { token, ...right } })
    },
    async said(channelId) {
      const channelNo = await store.findChannelNo(channelId)
      const all = { since: 0, limit: 100, state: undefined, ruleId: undefined, messageId: undefined }
      const before = { at: Number.MAX_SAFE_INTEGER, sendId: 0 }
      const { sends } = await store.listSends(channelNo ?? 0, { ...all, before })
      return sends
        .map(({ send: { kind, state, by, failure } }) => `${kind} ${state} by ${by}${failure ? `: ${failure}` : ''}`)
        .reverse()
    },
    buried: async () => (await store.listBuriedJobs(100)).map(({ kind, reason }) => `${kind}: ${reason}`),
    async countFiles() {
      await sweepFiles({ store, files })
      const whole = await Array.fromAsync(blobs.list())
      return whole.length + place.listIncoming().length
    },
  }
  return harness
}
