import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Random } from '@innkeeper/testdata'
import type { StagedEdit } from '../../../src/domain/assistant/rules/assistant-plan.ts'
import type { Authority } from '../../../src/ports/commands/authority.ts'
import type { CommandKind, CommandOf, ResultOf } from '../../../src/ports/commands.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import type { Store } from '../../../src/ports/store.ts'
import { seedChannel } from '../../store/seed-channel.ts'
import { message } from '../content/events.ts'

/** Long before now, so that no part of the store confuses it with the present. */
export const noon = Date.parse('2026-03-10T12:00:00Z')
export const operator: Authority = { kind: 'operator' }
export const platform = 'test'
/** Members of every group, from the beginning to the end. The first one owns it and has the backup turned on. */
export const people = ['U1', 'U2', 'U3', 'U4', 'U5'] as const

type Message = IncomingEvent & { kind: 'message' }

/** A group as its commands need to know it. */
export type Group = {
  channelId: string
  channelNo: number
  /** Acknowledged, and neither unsent nor from someone who was erased. */
  messages: Message[]
  /** Everything that was sent, also what was unsent or erased since: the platform may deliver it again. */
  sent: Message[]
  pictures: Message[]
  ruleIds: string[]
  deletedRuleIds: string[]
}

type Import = {
  importId: string
  group: Group
  baseVersion: number
  edit: StagedEdit
  stage: 'drawn' | 'begun' | 'staged'
}
type Job = { jobId: number; lease: string }

/** What random commands are drawn from. Every list holds what was acknowledged, so most commands that are drawn are valid. */
export type World = {
  random: Random
  /** Any node's: only for reading. */
  store: Store
  /** A later moment with every call. */
  now(): number
  /** How far in the future upkeep deletes what has expired. */
  upkeepAheadMs: number
  /** Live to the end. Nobody turns them off. */
  groups: Group[]
  /** May be disabled and deleted. */
  spare: Group[]
  /** Who may be erased: each is a member of some groups, and has written there. Without those whose erasure was requested. */
  expendable: string[]
  erased: string[]
  imports: Import[]
  /** By person: a key with which they call. */
  callers: Map<string, string>
  keyIds: string[]
  signIns: string[]
  signInCodes: string[]
  setupCodes: string[]
  claimCodes: string[]
  operators: { id: string; passphrase: string; recoveryHashes: string[] }[]
  searchIds: string[]
  /** `group`: null for those of the service. */
  webhooks: { group: Group | null; webhookId: string }[]
  bookmarks: { group: Group; messageId: string; userId: string }[]
  stickers: string[]
  snapshotRuns: string[]
  jobs: Job[]
}

export const id = () => randomUUID()

export async function openWorld(
  random: Random,
  store: Store,
  { upkeepAheadMs = 0, ...size }: { groups: number; spare: number; expendable: number; upkeepAheadMs?: number },
): Promise<World> {
  let at = noon
  const world: World = {
    random,
    store,
    now: () => ++at,
    upkeepAheadMs,
    groups: [],
    spare: [],
    expendable: [],
    erased: [],
    imports: [],
    callers: new Map(),
    keyIds: [],
    signIns: [],
    signInCodes: [],
    setupCodes: [],
    claimCodes: [],
    operators: [],
    searchIds: [],
    webhooks: [],
    bookmarks: [],
    stickers: ['test 1 1', 'test 1 2', 'test 1 3'],
    snapshotRuns: [],
    jobs: [],
  }
  for (const userId of people) await giveKey(world, userId)
  for (let index = 0; index < size.groups; index++) world.groups.push(await openGroup(world, `C${index}`))
  for (let index = 0; index < size.spare; index++) world.spare.push(await openGroup(world, `S${index}`))
  for (let index = 0; index < size.expendable; index++) {
    const userId = `E${index}`
    const events = [0, 1, 2].map(() => message(random.pick(world.groups).channelId, world.now(), { from: userId }))
    await receive(world, store, events)
    for (const one of events) {
      const group = world.groups.find(({ channelId }) => channelId === one.channel.channelId)
      group?.sent.push(one)
    }
    world.expendable.push(userId)
    // Only someone with a key can erase themselves.
    if (index % 3 === 0) await giveKey(world, userId)
  }
  return world
}

async function giveKey(world: World, userId: string): Promise<void> {
  const key = { id: id(), hash: id(), userId, name: '', scope: 'full', expiresAt: null, parentId: null } as const
  await world.store.write<'create-key'>({ kind: 'create-key', by: operator, at: world.now(), key })
  world.callers.set(userId, key.id)
}

async function openGroup(world: World, channelId: string): Promise<Group> {
  const { store } = world
  const [owner, ...members] = people
  const at = world.now()
  await seedChannel(store, channelId, { owner, members: [...members], guests: ['G1'], subscribers: [owner] }, at)
  const rule = { keywords: ['key'], question: 'Key?', answer: 'none' }
  const created = await store.write<'create-rule'>({ kind: 'create-rule', by: operator, at, channelId, rule })
  const channelNo = await store.findChannelNo(channelId)
  assert.ok(channelNo !== undefined, channelId)
  return {
    channelId,
    channelNo,
    messages: [],
    sent: [],
    pictures: [],
    ruleIds: [created.id],
    deletedRuleIds: [],
  }
}

export function receive(world: World, store: Store, events: IncomingEvent[]) {
  return store.write<'receive-events'>({ kind: 'receive-events', platform, unread: [], at: world.now(), events })
}

/** With the authority of a member. */
export function byMember(world: World, userId: string, { subscriber = false } = {}): Authority {
  const need = { permission: 'member', subscriber, writes: true } as const
  return { kind: 'caller', keyId: world.callers.get(userId) ?? '', userId, need }
}

/** What every command in a group has. */
export function inGroup(world: World, { channelId }: Group) {
  return { by: operator, at: world.now(), channelId }
}

/** Undefined: there is nothing to do it with yet. */
export type Drawn<Kind extends CommandKind> = CommandOf<Kind> | undefined

/** Draws a random command of its kind, and learns from its acknowledgement what later commands need. */
export type Draw<Kind extends CommandKind> = {
  draw(world: World): Drawn<Kind> | Promise<Drawn<Kind>>
  learn?(world: World, command: CommandOf<Kind>, result: ResultOf<Kind>): void
  /** Why no running service writes it while others write, too. */
  alone?: string
}

export type Draws<Kind extends CommandKind> = { readonly [Each in Kind]: Draw<Each> }

export function take<Thing>(list: Thing[], random: Random): Thing | undefined {
  return list.length === 0 ? undefined : list.splice(random.below(list.length), 1)[0]
}

export function pickFrom<Thing>(list: readonly Thing[], random: Random): Thing | undefined {
  return list.length === 0 ? undefined : random.pick(list)
}

/** Most commands go to a few groups, so that they meet. */
export function pickGroup({ random, groups }: World): Group {
  return random.pick(random.chance(70) ? groups.slice(0, hotGroups) : groups)
}
const hotGroups = 4

/** For upkeep: sometimes long after everything has expired. */
export function later(world: World): number {
  return world.now() + (world.random.chance(30) ? world.upkeepAheadMs : 0)
}
