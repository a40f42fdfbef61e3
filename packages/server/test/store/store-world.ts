import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { KeyScope, Permission, QaMode, Rule } from '@innkeeper/contract'
import { createId, createToken, hashToken } from '../../src/domain/accounts/token.ts'
import type { ClaimPolicy } from '../../src/domain/channels/claim.ts'
import type { Authority } from '../../src/ports/commands/authority.ts'
import type { IncomingEvent } from '../../src/ports/connector.ts'
import type { Span } from '../../src/ports/reading.ts'
import type { AccessRecord, PageRecord } from '../../src/ports/records.ts'
import type { Store } from '../../src/ports/store.ts'
import type { People } from '../support/content/events.ts'
import { seedChannel, subscribe } from './seed-channel.ts'

/** An empty store, and ways to reopen its data. */
export type Opened = {
  store: Store
  /** Closes the store and opens the same data again. */
  reopen(): Promise<Store>
  /** A second store on the same data, like another process would have. The caller closes it. */
  another(): Promise<Store>
  /** Closes the store and deletes the data. */
  remove(): Promise<void>
}
/** `claim`: how groups can be claimed. Defaults to `first`. */
export type OpenStore = (claim?: ClaimPolicy) => Promise<Opened>

export type Key = { id: string; hash: string; by(permission: Permission, subscriber?: boolean): Authority }

/** A store with helpers that most tests need. */
export type World = {
  readonly store: Store
  reopen(): Promise<void>
  /** Works on the same data like another process would, then lets one turn of the event loop pass. */
  elsewhere<T>(work: (store: Store) => Promise<T>): Promise<T>
  receive(...events: IncomingEvent[]): Promise<{ fresh: number; duplicate: number }>
  /** Creates a channel with a unique id. */
  channel(people?: People): Promise<string>
  key(userId: string, options?: { scope?: KeyScope; expiresAt?: number; parent?: Key }): Promise<Key>
  subscribe(channelId: string, userId: string): Promise<void>
  /** With a pattern, the rule uses the `regex` mode. Otherwise the question is the keyword. */
  createRule(channelId: string, by: Authority, question: string, pattern?: string): Promise<Rule>
  /** The channel as the access check reads it. */
  look(channelId: string): Promise<NonNullable<AccessRecord['channel']>>
  questions(channelId: string): Promise<string[]>
  messages(channelId: string): Promise<Message[]>
}

export type Message = {
  id: string
  type: string
  content?: string
  fileSize?: number
  sender: { id: string; name: string }
}

export const operator: Authority = { kind: 'operator' }
/** When every test begins. */
export const noon = Date.parse('2026-03-10T12:00:00Z')
export const wholeSpan: Span = { from: 0, to: Number.MAX_SAFE_INTEGER, after: undefined, order: 'asc', limit: 100_000 }

/** One store for all tests of the calling suite. Each test uses its own channels, so they don't interfere. */
export function shareStoreWorld(open: OpenStore): World {
  let opened: Opened | undefined
  let store: Store | undefined
  let watcher = ''
  let channels = 0
  const current = (): Store => {
    assert.ok(store, 'the store is opened before the tests begin')
    return store
  }
  before(async () => {
    opened = await open()
    store = opened.store
    watcher = (await world.key('U-watcher')).hash
  })
  after(() => opened?.remove())

  const world: World = {
    get store() {
      return current()
    },
    async reopen() {
      store = await opened?.reopen()
    },
    async elsewhere(work) {
      assert.ok(opened)
      const other = await opened.another()
      try {
        return await work(other)
      } finally {
        await other.close()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    async receive(...events) {
      const { fresh, duplicate } = await current().write<'receive-events'>({
        kind: 'receive-events',
        platform: 'test',
        unread: [],
        at: noon,
        events,
      })
      return { fresh, duplicate }
    },
    async channel(people = {}) {
      const channelId = `C-${++channels}`
      await seedChannel(current(), channelId, people, noon)
      return channelId
    },
    async key(userId, { scope = 'full', expiresAt, parent } = {}) {
      const id = createId('k')
      const hash = hashToken(createToken())
      await current().write<'create-key'>({
        kind: 'create-key',
        by: parent ? parent.by('key') : operator,
        at: noon,
        key: { id, hash, userId, name: '', scope, expiresAt: expiresAt ?? null, parentId: parent?.id ?? null },
      })
      const by: Key['by'] = (permission, subscriber = false) => {
        return { kind: 'caller', keyId: id, userId, need: { permission, subscriber, writes: true } }
      }
      return { id, hash, by }
    },
    subscribe: (channelId, userId) => subscribe(current(), channelId, userId, noon),
    createRule(channelId, by, question, pattern) {
      const match: QaMode | null = pattern === undefined ? null : 'regex'
      const rule = { keywords: [pattern ?? question], question, answer: 'Yes', match }
      return current().write<'create-rule'>({ kind: 'create-rule', by, at: noon, channelId, rule })
    },
    async look(channelId) {
      const channel = (await current().findAccess(watcher, channelId))?.channel
      assert.ok(channel, `${channelId} exists`)
      return channel
    },
    async questions(channelId) {
      const { channelNo } = await world.look(channelId)
      return (await current().listRules(channelNo, undefined)).map(({ rule }) => rule.question)
    },
    async messages(channelId) {
      const { channelNo } = await world.look(channelId)
      return itemsOf<Message>(await current().readMessages(channelNo, wholeSpan))
    },
  }
  return world
}

/** The items of a page, which come as JSON texts joined by commas. */
export function itemsOf<Item>({ json }: PageRecord): Item[] {
  return JSON.parse(`[${Buffer.from(json).toString()}]`)
}
