import { createId, createToken, hashToken } from '../../src/domain/accounts/token.ts'
import type { Authority } from '../../src/ports/commands/authority.ts'
import type { Store } from '../../src/ports/store.ts'
import { type People, peopleEvents } from '../support/content/events.ts'

const operator: Authority = { kind: 'operator' }

/** Creates a group with these people directly through the store, without a service. */
export async function seedChannel(
  store: Store,
  channelId: string,
  people: People,
  at: number,
  platform = 'test',
): Promise<void> {
  const common = { at, channelId }
  await store.write<'receive-events'>({
    kind: 'receive-events',
    platform,
    unread: [],
    at,
    events: peopleEvents(channelId, people, at),
  })
  for (const userId of people.admins ?? []) {
    await store.write<'change-role'>({ kind: 'change-role', by: operator, ...common, userId, role: 'admin' })
  }
  for (const userId of people.guests ?? []) {
    await store.write<'change-role'>({ kind: 'change-role', by: operator, ...common, userId, role: 'guest' })
  }
  if (people.owner) {
    await store.write<'hand-over-owner'>({ kind: 'hand-over-owner', by: operator, ...common, userId: people.owner })
  }
  for (const userId of people.subscribers ?? []) await subscribe(store, channelId, userId, at)
}

/** Only a caller can subscribe, so the person gets a key first. */
export async function subscribe(store: Store, channelId: string, userId: string, at: number): Promise<void> {
  const id = createId('k')
  const key = {
    id,
    hash: hashToken(createToken()),
    userId,
    name: '',
    scope: 'full',
    expiresAt: null,
    parentId: null,
  } as const
  await store.write<'create-key'>({ kind: 'create-key', by: operator, at, key })
  const need = { permission: 'member', subscriber: false, writes: true } as const
  const by: Authority = { kind: 'caller', keyId: id, userId, need }
  await store.write<'subscribe'>({ kind: 'subscribe', by, at, channelId })
}
