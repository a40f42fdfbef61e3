import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConnectionWatch } from '../../../src/actions/platforms/connection-watch.ts'
import { noon, type OpenStore, shareStoreWorld } from '../store-world.ts'

const platforms = new Map([['test', {}]])

export function connectionsSuite(open: OpenStore): void {
  const world = shareStoreWorld(open)
  const watch = () => createConnectionWatch({ store: world.store }, platforms)
  const seen = async () => (await world.store.listConnections()).find(({ platform }) => platform === 'test')?.seen

  test('what several nodes saw of a platform is added up, and the latest time is kept', async () => {
    const [a, b] = [watch(), watch()]
    const taken = { hasEvents: true, isRedelivery: false }
    a.noteTaken('test', { at: noon + 5, ...taken })
    b.noteTaken('test', { at: noon + 3, ...taken, isRedelivery: true })
    a.noteRefused('test', { at: noon + 1, isSignature: true })
    b.noteRefused('test', { at: noon + 2, isSignature: false })
    await a.flush()
    await b.flush()
    await Promise.all([a.flush(), b.flush()])
    const both = {
      webhookAt: noon + 5,
      eventAt: noon + 5,
      redeliveredAt: noon + 3,
      signatureFailedAt: noon + 1,
      refused: 2,
      polledAt: null,
      behind: null,
      conflictAt: null,
    }
    assert.deepEqual(await seen(), both)
    b.noteRefused('test', { at: noon + 9, isSignature: true })
    await Promise.all([b.flush(), b.flush()])
    assert.deepEqual(await seen(), { ...both, signatureFailedAt: noon + 9, refused: 3 })
  })

  test('counts that could not be written are written later, once', async () => {
    let isAway = true
    const { store } = world
    const write = (async (command: never) => {
      if (isAway) throw new Error('the store is away')
      return await store.write(command)
    }) as typeof store.write
    const before = (await seen())?.refused ?? 0
    const one = createConnectionWatch({ store: { write } }, platforms)
    one.noteRefused('test', { at: noon, isSignature: false })
    await assert.rejects(one.flush())
    one.noteRefused('test', { at: noon, isSignature: false })
    isAway = false
    await one.flush()
    await one.flush()
    assert.equal((await seen())?.refused, before + 2)
  })
}
