import { after } from 'node:test'
import { createFileKeeper } from '../../src/actions/media/file-keeper.ts'
import { sweepFiles } from '../../src/actions/storage/housekeeping/sweep-files.ts'
import { createRuleRunner } from '../../src/adapters/thread/rule-runner.ts'
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

/** A store with work in it, workers on it, and a platform that does as it is told. */
export type JobHarness = {
  store: Store
  platform: ScriptedPlatform
  clock: { now: number }
  /** Outcomes in the order in which they were written down, such as `send-reply done`. */
  outcomes: string[]
  logged: { level: string; about: Record<string, unknown>; text: string }[]
  start(options?: Partial<WorkerOptions>): Worker
  /** A worker of a process that can be killed: from then on it reaches the store no more. */
  startMortal(options?: Partial<WorkerOptions>): { kill(): void }
  /** With no work in it. */
  channel(channelId: string, people?: People): Promise<void>
  receive(...events: IncomingEvent[]): Promise<void>
  /** Somebody asks for help, with a right to reply of this name. */
  askForHelp(channelId: string, token: string, right?: Partial<ReplyRight>): Promise<void>
  /** Looks now, and at every outcome from now on. */
  until(isSo: () => boolean | Promise<boolean>): Promise<void>
  /** Nothing waits in the store any more. */
  allDone(): Promise<void>
  buried(): Promise<string[]>
  /** A rule that answers `hours`, and what the owner set. */
  teach(channelId: string, settings?: { allowPush: boolean }): Promise<void>
  /** Somebody asks for the hours, with a right to reply of this name; null: without one. */
  askForHours(channelId: string, token: string | null): Promise<void>
  /** How everything that was to be said ended, such as `answer sent by reply` or `answer refused by push: quota`. */
  said(channelId: string): Promise<string[]>
  place: TestEnvironment
  /** Takes out what was released, as the housekeeper does, and counts the rest. */
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
  const looks = new Set<() => void>()
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
    place,
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
        runner,
        mostMediaBytes: 300 * 1024 * 1024,
        clock: () => clock.now,
        connectors: new Map([[platform.connector.platform, platform.connector]]),
        log: { info: log('info'), warn: log('warn'), error: log('error') },
        noteJob(kind, outcome) {
          harness.outcomes.push(`${kind} ${outcome}`)
          for (const look of looks) look()
        },
        random: () => 1,
        graceMs: 0,
        // Without pauses between claims, which would only make tests slower.
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
    async until(isSo) {
      while (!(await isSo())) {
        const next = Promise.withResolvers<void>()
        looks.add(next.resolve)
        // Something may have come between the question and the listening.
        if (await isSo()) next.resolve()
        await next.promise
        looks.delete(next.resolve)
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
