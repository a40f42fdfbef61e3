import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../../src/domain/refusal.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { noon, type OpenStore, operator, shareStoreWorld } from '../store-world.ts'

export function writingSuite(open: OpenStore): void {
  const world = shareStoreWorld(open)

  test('a write is visible to the next read', async () => {
    const channel = await world.channel()
    for (let count = 1; count <= 20; count++) {
      await world.createRule(channel, operator, `Question ${count}`)
      assert.equal((await world.questions(channel)).length, count)
    }
  })

  test('a write of another process is visible to the next read too', async () => {
    const channel = await world.channel({ owner: 'U1', members: ['U2'], subscribers: ['U1'] })
    const key = await world.key('U2')
    const look = () => world.store.findAccess(key.hash, channel)
    assert.deepEqual([(await look())?.role, (await look())?.channel?.tailVersion], ['member', 0])
    await world.elsewhere(async (other) => {
      const common = { by: operator, at: noon, channelId: channel }
      await other.write<'change-role'>({ kind: 'change-role', ...common, userId: 'U2', role: 'admin' })
      await other.write<'receive-events'>({
        kind: 'receive-events',
        platform: 'test',
        unread: [],
        at: noon,
        events: [message(channel, noon)],
      })
    })
    assert.deepEqual([(await look())?.role, (await look())?.channel?.tailVersion], ['admin', 1])
    assert.equal((await world.messages(channel)).length, 1)
    await world.elsewhere((other) =>
      other.write<'revoke-key'>({ kind: 'revoke-key', by: operator, at: noon, keyId: key.id }),
    )
    assert.equal((await look())?.revokedAt, noon)
  })

  test('a refused write changes nothing', async () => {
    const channel = await world.channel()
    await world.createRule(channel, operator, 'Kept')
    const { channelNo } = await world.look(channel)
    const before = await readState(channelNo)
    const common = { by: operator, at: noon + 1, channelId: channel }
    const refused = [
      world.createRule(channel, operator, 'Broken', '('),
      world.store.write<'delete-rule'>({ kind: 'delete-rule', ...common, ruleId: 'r_nowhere' }),
      world.store.write<'change-role'>({ kind: 'change-role', ...common, userId: 'U-nobody', role: 'admin' }),
      world.store.write<'hand-over-owner'>({ kind: 'hand-over-owner', ...common, userId: 'U-nobody' }),
      world.store.write<'subscribe'>({ kind: 'subscribe', ...common }),
    ]
    for (const { status } of await Promise.allSettled(refused)) assert.equal(status, 'rejected')
    assert.deepEqual(await readState(channelNo), before)
    await world.createRule(channel, operator, 'Also kept')
    assert.notDeepEqual(await readState(channelNo), before, 'control: an accepted write changes it')
  })

  test('a batch of events that fails in the middle leaves nothing behind', async () => {
    const channel = await world.channel({ members: ['U1'], subscribers: ['U1'] })
    await world.receive(message(channel, noon, { id: 'before' }))
    const { channelNo } = await world.look(channel)
    const before = { picture: await readState(channelNo), ...(await world.look(channel)) }
    const good = [message(channel, noon + 1, { id: 'm1', from: 'U-new' }), unsent(channel, noon + 2, 'before')]
    await assert.rejects(world.receive(...good, message(channel, Number.NaN, { id: 'm2' })))
    assert.deepEqual({ picture: await readState(channelNo), ...(await world.look(channel)) }, before)
    assert.deepEqual(await idsIn(channel), ['before'])

    assert.deepEqual(await world.receive(...good), { fresh: 2, duplicate: 0 }, 'the good ones count when redelivered')
    assert.deepEqual(await idsIn(channel), ['m1'])
  })

  test('a refused write among a hundred accepted ones does not affect them, and each gets its own result', async () => {
    const channel = await world.channel()
    const bad = new Set([0, 37, 100])
    const outcomes = await Promise.allSettled(
      Array.from({ length: 101 }, (_, index) =>
        world.createRule(channel, operator, `Q${index}`, bad.has(index) ? '(' : `word${index}`),
      ),
    )
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'rejected') {
        assert.ok(bad.has(index), `Q${index}: ${outcome.reason}`)
        assert.ok(outcome.reason instanceof Refusal)
        assert.match(outcome.reason.message, /"\(" is not a valid pattern/)
      } else assert.equal(outcome.value.question, `Q${index}`)
    }
    const kept = await world.questions(channel)
    assert.equal(kept.length, 98)
    assert.deepEqual(
      new Set(kept),
      new Set(Array.from({ length: 101 }, (_, i) => `Q${i}`).filter((_, i) => !bad.has(i))),
    )
  })

  test('a write that fails unexpectedly does not affect the writes around it', async () => {
    const channel = await world.channel({ members: ['U1'], subscribers: ['U1'] })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        world.receive(message(channel, index === 11 ? Number.NaN : noon + index, { id: `m${index}` })),
      ),
    )
    assert.deepEqual(
      outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : [])),
      [11],
    )
    assert.equal((await world.messages(channel)).length, 29)
  })

  test('concurrent writes to one channel are all counted', async () => {
    const channel = await world.channel({ members: ['U1'], subscribers: ['U1'] })
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => world.receive(message(channel, noon, { id: `m${index}` }))),
    )
    const ids = await idsIn(channel)
    assert.equal(new Set(ids).size, 60)
    assert.equal((await world.look(channel)).tailVersion, 60)
  })

  test('everything written is still there after the store was closed and reopened', async () => {
    const channel = await world.channel({ owner: 'U1', members: ['U2'], subscribers: ['U1'] })
    const key = await world.key('U1')
    await world.createRule(channel, key.by('admin'), 'Where?')
    await world.receive(message(channel, noon, { id: 'm1' }), message(channel, noon, { id: 'm2' }))
    await world.receive(unsent(channel, noon + 1, 'm1'))
    const before = await everything(channel, key.hash)
    await world.reopen()
    assert.deepEqual(await everything(channel, key.hash), before)
    assert.deepEqual(await idsIn(channel), ['m2'])
    assert.deepEqual(await world.receive(message(channel, noon + 2, { id: 'm3' })), { fresh: 1, duplicate: 0 })
  })

  test('closing waits for writes that have begun', async () => {
    const channel = await world.channel()
    const begun = Promise.all(
      Array.from({ length: 50 }, (_, index) => world.createRule(channel, operator, `Q${index}`)),
    )
    await world.reopen()
    assert.equal((await begun).length, 50)
    assert.equal((await world.questions(channel)).length, 50)
  })

  async function idsIn(channelId: string): Promise<string[]> {
    return (await world.messages(channelId)).map(({ id }) => id)
  }

  test('a store has a unique id that stays the same, until a restore turns its copy into another store', async () => {
    const { instance } = world.store
    assert.match(instance, /^[0-9a-f-]{36}$/)
    assert.equal(await world.elsewhere(async (store) => store.instance), instance)
    await world.reopen()
    assert.equal(world.store.instance, instance)
    await world.store.write<'settle-restored'>({ kind: 'settle-restored', at: noon, copiedAt: noon })
    await world.reopen()
    assert.match(world.store.instance, /^[0-9a-f-]{36}$/)
    assert.notEqual(world.store.instance, instance)
  })

  async function readState(channelNo: number) {
    const { store } = world
    return {
      channel: await store.getChannel(channelNo),
      members: await store.listMembers(channelNo, undefined),
      rules: await store.listRules(channelNo, undefined),
      audit: await store.listAudit(channelNo, { before: undefined, limit: 100 }),
    }
  }

  async function everything(channelId: string, keyHash: string) {
    const { channelNo } = await world.look(channelId)
    return {
      ...(await readState(channelNo)),
      access: await world.store.findAccess(keyHash, channelId),
      messages: await world.messages(channelId),
      keys: await world.store.listKeysOf('U1'),
      usage: await world.store.listUsageOf({ userId: 'U1', limit: null }, { from: '2026-03-01', to: '2026-03-31' }),
      secret: world.store.secret,
    }
  }
}
