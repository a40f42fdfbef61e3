import type { Group, Simulator, User } from '@innkeeper/simulator'
import { hasDueJobs } from '../due-jobs.ts'
import { eventually } from '../eventually.ts'
import type { Caller } from '../http/caller.ts'
import type { TestService } from '../test-service.ts'
import { startLineTestService } from './line.ts'

/** A service on LINE whose clock moves only when a test moves it. */
export type SlowService = {
  service: TestService
  line: Simulator
  /** Moves the clock, and waits until the service has done what is due by then. */
  pass(ms: number): Promise<void>
  /** Waits until no work is running or due within a minute. */
  idle(): Promise<void>
  /** A group with an owner, the bot and settings, in which no one has been welcomed yet. */
  group(options?: GroupOptions): Promise<GreetingGroup>
}

type GroupOptions = { welcome?: Record<string, unknown>; settings?: Record<string, unknown>; rules?: string }

export type GreetingGroup = {
  group: Group
  owner: User
  caller: Caller
  path: string
  /** People with these names, who are not in the group. */
  people(...names: string[]): User[]
  /** They join together or one by one. Resolves when their names are known. */
  join(people: User[], how?: 'together' | 'one by one'): Promise<void>
  /** What the bot said since the group was created, with mentions as `@name`. */
  said(): string[]
  /** Waits until the bot has sent this many messages. */
  hears(count: number): Promise<string[]>
  log(): Promise<LoggedSend[]>
}

export type LoggedSend = { kind: string; state: string; by: string; failure: string | null; reason: string | null }

export async function startSlowService(environment: Record<string, string> = {}): Promise<SlowService> {
  const { service, line } = await startLineTestService(environment)
  const waker = line.addUser({ displayName: 'Waker' })
  const slow: SlowService = {
    service,
    line,
    async pass(ms) {
      // In real time, names and counts are looked up before the welcome is due.
      await untilIdle(service)
      service.clock.now += ms
      // Any event wakes the worker, which otherwise looks once a second.
      await waker.say('/backup')
      await untilIdle(service)
    },
    async idle() {
      await eventually(
        () => hasDueJobs(service.store, service.clock.now + 60_000),
        (isDue) => !isDue,
      )
    },
    async group({ welcome = {}, settings, rules } = {}) {
      const owner = line.addUser({ displayName: 'Olive' })
      const group = line.addGroup({ name: 'Hikers', members: [owner] })
      const from = line.sent.length
      await group.invite()
      await group.say(owner, '/claim')
      const inGroup = () => line.sent.slice(from).filter(({ chatId }) => chatId === group.groupId)
      await line.until(() => inGroup().length === 2)
      const begun = line.sent.length
      const caller = await service.caller(owner.userId)
      const path = `/api/channels/${group.groupId}`
      const put = async (under: string, body: object) => {
        const answer = await caller.put(`${path}${under}`, body)
        if (answer.status !== 200) throw new Error(answer.text)
      }
      await put('/assistant/welcome', { enabled: true, message: 'Welcome, {name}!', ...welcome })
      if (settings) await put('/settings', settings)
      if (rules !== undefined) await put('/assistant/rules', { enabled: true, content: rules })
      const said = () =>
        line.sent
          .slice(begun)
          .filter(({ chatId }) => chatId === group.groupId)
          .flatMap(({ messages }) => messages.map((message) => wordsOf(line, message)))
      const named = async (people: User[]) => {
        const ids = new Set(people.map(({ userId }) => userId))
        const read = async () => (await caller.get(`${path}/members`)).body.members as Member[]
        await eventually(read, (members) =>
          members.every(({ userId, displayName }) => !ids.has(userId) || userId !== displayName),
        )
      }
      return {
        group,
        owner,
        caller,
        path,
        people: (...names) => names.map((displayName) => line.addUser({ displayName })),
        async join(people, how = 'together') {
          if (how === 'together') await group.join(...people)
          else for (const one of people) await group.join(one)
          await named(people)
        },
        said,
        async hears(count) {
          await line.until(() => said().length >= count)
          return said()
        },
        log: async () => (await caller.get(`${path}/assistant/log`)).body.sends,
      }
    },
  }
  return slow
}

type Member = { userId: string; displayName: string }
type Sent = Simulator['sent'][number]['messages'][number]

function wordsOf(line: Simulator, message: Sent): string {
  if (message.type === 'text') return message.text
  if (message.type !== 'textV2') return `[${message.type}]`
  return message.text.replace(/\{\{|\}\}|\{(\w+)\}/g, (braces, key: string | undefined) => {
    if (key === undefined) return braces.slice(1)
    const { mentionee } = (message.substitution?.[key] ?? {}) as { mentionee?: { userId?: string } }
    return `@${line.findUser(mentionee?.userId ?? '')?.state.displayName ?? '?'}`
  })
}

async function untilIdle({ store, clock }: TestService): Promise<void> {
  const isBusy = async () => (await hasDueJobs(store, clock.now)) || (await store.hasHeldJobs())
  await eventually(isBusy, (busy) => !busy)
}
