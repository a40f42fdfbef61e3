import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '@innkeeper/contract'
import { access, type ChannelGrant, identify } from '../../../src/actions/access.ts'
import { createLive, type Listener } from '../../../src/actions/live/live.ts'
import { createPictures } from '../../../src/actions/media/pictures.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import type { Store } from '../../../src/ports/store.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

// With direct listeners, since filling the buffers between two processes takes megabytes, and exact timing takes luck.
const service = await startTestService()
const now = service.clock.now
const clock = () => service.clock.now

const openLive = (store: Store, graceMs?: number) =>
  createLive({
    store,
    clock,
    pictures: createPictures(() => service.url),
    retentionCeilingDays: null,
    log: { warn() {} },
    ...(graceMs === undefined ? {} : { graceMs }),
  })

/** A listener that accepts everything and has received nothing yet. */
async function listenerTo(channelId: string): Promise<Listener> {
  await service.channel(channelId, { owner: 'U-owner', subscribers: ['U-owner'] })
  const token = ((await service.caller('U-owner')).authorization ?? '').replace('Bearer ', '')
  const renew = async () =>
    access(
      await identify({ store: service.store, clock }, { kind: 'key', token }, channelId),
      routes.watchChannel,
    ) as ChannelGrant
  return {
    grant: await renew(),
    renew,
    after: undefined,
    send() {},
    waitingBytes: () => 0,
    drained: async () => {},
    end() {},
    cutOff() {},
  }
}

test('a listener that does not read its events is cut off, and the others continue', async () => {
  const listener = await listenerTo('C-slow')
  const live = openLive(service.store)
  const listen = (waitingBytes: number) => {
    const { promise: outcome, resolve } = Promise.withResolvers<string>()
    const stop = live.listen({
      ...listener,
      send: (text) => text.startsWith('event') && resolve(text),
      waitingBytes: () => waitingBytes,
      end: () => resolve('ended'),
      cutOff: () => resolve('cut off'),
    })
    return { outcome, stop }
  }
  const [slow, quick] = [listen(300 * 1024), listen(200 * 1024)]
  await service.receive([message('C-slow', now, { id: 'm1' })])
  assert.equal(await slow.outcome, 'cut off')
  assert.match(await quick.outcome, /^event: message\nid: \d+\ndata: .*"m1"/)
  for (const { stop } of [slow, quick]) stop()
})

test('a listener that is refused and does not leave at the end is cut off, so no one stays forever', async () => {
  const listener = await listenerTo('C-refused')
  const live = openLive(service.store, 0)
  const heard: string[] = []
  const { promise: isCutOff, resolve } = Promise.withResolvers<void>()
  const refused = { ...listener, renew: () => Promise.reject(new Refusal('permission-denied')) }
  const leave = live.listen({
    ...refused,
    end() {
      heard.push('one who leaves: end')
      leave()
    },
    cutOff: () => heard.push('one who leaves: cut off'),
  })
  const stop = live.listen({
    ...refused,
    end: () => heard.push('one who stays: end'),
    cutOff() {
      heard.push('one who stays: cut off')
      resolve()
    },
  })
  await service.receive([message('C-refused', now, { id: 'm1' })])
  await isCutOff
  stop()
  assert.deepEqual(heard, ['one who leaves: end', 'one who stays: end', 'one who stays: cut off'])
})

test('a listener gets every change that is committed while it joins', async () => {
  const listener = await listenerTo('C-joining')
  const turns = Array.from({ length: 12 }, (_, index) => index)
  const tries = turns.flatMap((joining) => turns.map((telling) => hearWhileJoining(listener, joining, telling)))
  for (const { joining, telling, ids } of await Promise.all(tries)) {
    assert.deepEqual(ids, [11, 12], `with ${joining} turns before joining and ${telling} before telling`)
  }
})

/** Change 11 is committed while a listener that knows 10 joins. Change 12 follows once everything is idle. */
async function hearWhileJoining(listener: Listener, joining: number, telling: number) {
  const turn = async (times: number) => {
    for (let index = 0; index < times; index++) await Promise.resolve()
  }
  const bothAsked = Promise.withResolvers<void>()
  const firstTold = Promise.withResolvers<void>()
  let last = 10
  let reads = 0
  let tellOfCommit = () => {}
  const store: Store = {
    ...service.store,
    onCommit(tell) {
      tellOfCommit = tell
      return () => {}
    },
    async findLastChange() {
      reads++
      if (reads === 1) {
        await bothAsked.promise
        await turn(joining)
        return 10
      }
      if (reads === 2) {
        last = 11
        bothAsked.resolve()
        await turn(telling)
        setImmediate(firstTold.resolve)
      }
      return last
    },
    async listChanges(_, after) {
      return Array.from({ length: last - after }, (_, index) => ({ no: after + index + 1, change: { kind: 'member' } }))
    },
    listStoredMessages: async () => [],
    completeMessages: async () => [],
  }
  const ids: number[] = []
  const { promise: isHeard, resolve } = Promise.withResolvers<void>()
  const stop = openLive(store).listen({
    ...listener,
    renew: async () => listener.grant,
    after: 10,
    send(text) {
      for (const [, id] of text.matchAll(/^id: (\d+)/gm)) ids.push(Number(id))
      if (ids.includes(12)) resolve()
    },
  })
  tellOfCommit()
  await firstTold.promise
  last = 12
  tellOfCommit()
  await isHeard
  stop()
  return { joining, telling, ids }
}
