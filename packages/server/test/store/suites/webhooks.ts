import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planWebhook } from '../../../src/actions/webhooks/plan-events.ts'
import type { RecordedAttempt } from '../../../src/ports/commands/webhooks.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import type { SentEvent } from '../../../src/ports/webhooks.ts'
import { botAdded, botRemoved, edited, left } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { noon, operator, type World } from '../store-world.ts'

const url = 'https://receiver.test/'
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export function webhooksSuite(world: World): void {
  let count = 0
  const open = async () => {
    const channelId = await world.channel({ owner: 'U1', subscribers: ['U1'] })
    const about = { channelId, webhookId: `w${++count}`, at: noon }
    await world.store.write<'create-webhook'>({
      ...about,
      kind: 'create-webhook',
      by: operator,
      userId: 'U1',
      url,
      events: ['message.created'],
      contents: 'thin',
    })
    const { webhookId } = about
    const { channelNo } = await world.look(channelId)
    const change = (isOn: boolean) =>
      world.store.write<'change-webhook'>({ ...about, kind: 'change-webhook', by: operator, change: { isOn } })
    const cursor = async () =>
      (await world.store.listWebhooksToPlan()).find((one) => one.webhookId === webhookId) ?? assert.fail('nothing new')
    return {
      ...about,
      channelNo,
      change,
      cursor,
      /** Plans events for what was last received. */
      async plan(events: readonly SentEvent[], at = noon) {
        await world.receive(message(channelId, noon, {}))
        const { changeNo: after, lastChange: changeNo } = await cursor()
        const planned = events.map((event) => ({ event, subject: {}, at }))
        const plan = { ...about, after, changeNo, events: planned }
        await world.store.write<'plan-deliveries'>({ kind: 'plan-deliveries', ...plan })
      },
      async record(more: Partial<RecordedAttempt> = {}, off?: 'gone' | 'failing', to = url) {
        const sent = { attempts: 1, nextAt: null, status: 204, failure: null, failingSince: null, failedAt: null }
        const before = { attempts: 0, nextAt: noon }
        const attempt = { no: 1, before, triedAt: noon, detail: '', answer: '', ...sent, ...more }
        const kind = 'record-delivery'
        const end = { pausedUntil: 0, ...(off && { off }) }
        await world.store.write<'record-delivery'>({ ...about, kind, url: to, attempt, ...end })
      },
      again: (no: number, at: number) =>
        world.store.write<'repeat-deliveries'>({
          ...about,
          at,
          kind: 'repeat-deliveries',
          by: operator,
          which: { no },
        }),
      next: async (at = noon) => (await world.store.findNextDelivery(webhookId, at))?.no,
      deliveries: () => world.store.listDeliveries(webhookId, 1_000),
      find: async () => (await world.store.findWebhook(channelNo, webhookId)) ?? assert.fail('it is gone'),
    }
  }
  const failed = (nextAt: number | null, attempts: number) =>
    ({ attempts, nextAt, status: 500, failure: 'rejected', failingSince: noon, failedAt: noon }) as const

  test('an event that failed holds up later ones for two attempts, and any number that are tried apart hide none', async () => {
    const { plan, record, next } = await open()
    await plan(Array.from({ length: 121 }, () => 'message.created' as const))
    for (const attempts of [1, 2]) {
      await record({
        ...failed(noon + minute, attempts),
        before: { attempts: attempts - 1, nextAt: attempts === 1 ? noon : noon + minute },
      })
      assert.equal(await next(), undefined)
      assert.equal(await next(noon + minute), 1)
    }
    await record({ ...failed(noon + hour, 3), before: { attempts: 2, nextAt: noon + minute } })
    assert.equal(await next(), 2)
    for (let no = 2; no <= 120; no++) await record({ ...failed(noon + hour, 3), no })
    assert.equal(await next(), 121)
    assert.equal(await next(noon + hour), 1)
  })

  test('what was turned off while an event was sent is not tried again', async () => {
    const { plan, record, change, deliveries, find } = await open()
    await plan(['message.created'])
    await change(false)
    await record(failed(noon + minute, 1), 'failing')
    const [one] = await deliveries()
    assert.deepEqual([one?.nextAt, one?.attempts, one?.status], [null, 1, 500])
    assert.equal((await find()).offBecause, 'person', 'the reason stays')
  })

  test('an event that someone asks to send again while it is sent is sent again', async () => {
    const { plan, record, again, next } = await open()
    await plan(['message.created'])
    await again(1, noon + 1)
    await record()
    assert.equal(await next(noon + 1), 1)
    await record({ before: { attempts: 0, nextAt: noon + 1 } })
    assert.equal(await next(noon + 1), undefined, 'control')
  })

  test('410 of an address that it no longer has does not turn it off, and of its own does, which the audit log says', async () => {
    const { plan, record, find, channelNo } = await open()
    await plan(['message.created'])
    await record(failed(noon + minute, 1), 'gone', 'https://former.test/')
    assert.equal((await find()).offBecause, null)
    await record(failed(noon + minute, 1), 'gone')
    const { offBecause, offAt } = await find()
    assert.deepEqual([offBecause, offAt], ['gone', noon])
    const stopped = await world.store.listStoppedWebhooks(['U1', 'U2'])
    assert.equal(stopped.filter((one) => one.offAt === noon).length, 1)
    const audit = await world.store.listAudit(channelNo, { before: undefined, limit: 5 })
    assert.ok(JSON.stringify(audit).includes('"because":"gone"'), JSON.stringify(audit))
  })

  test('one channel.reset is enough until it is sent', async () => {
    const { plan, record, deliveries } = await open()
    await plan(['channel.reset'])
    await plan(['channel.reset'])
    assert.equal((await deliveries()).length, 1)
    await record()
    await plan(['channel.reset'])
    assert.equal((await deliveries()).length, 2)
  })

  test('while it is not known whether its owner is still in the chat, nothing is skipped, and without rights it is', async () => {
    const { channelId, cursor, deliveries } = await open()
    const receiveAt = (at: number, ...events: IncomingEvent[]) =>
      world.store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at, events })
    await receiveAt(noon + 2, botRemoved(channelId, noon + 1), botAdded(channelId, noon + 2))
    await receiveAt(noon + 3, message(channelId, noon + 3, { from: 'U2' }))
    const planAt = async (at: number) => {
      await planWebhook({ store: world.store, clock: () => at }, await cursor())
      return (await deliveries()).map(({ event }) => event)
    }
    assert.deepEqual(await planAt(noon + 4), [])
    assert.deepEqual(await planAt(noon + 2 + hour), ['message.created'])
    const by = (await world.key('U1')).by('member')
    await world.store.write<'unsubscribe'>({ kind: 'unsubscribe', by, at: noon + 2 * hour, channelId })
    await receiveAt(noon + 2 * hour, left(channelId, noon + 2 * hour, 'U2'))
    assert.deepEqual(await planAt(noon + 3 * hour), ['channel.reset', 'message.created'])
  })

  test('events that wait are kept, however long ago the platform says that they happened', async () => {
    const { plan, record, deliveries } = await open()
    const forget = () =>
      world.store.write<'forget-deliveries'>({ kind: 'forget-deliveries', at: noon + day, limit: 100 })
    await plan(['message.created', 'message.created'], noon - 30 * day)
    await forget()
    assert.equal((await deliveries()).length, 2)
    await record({ triedAt: noon - 8 * day })
    await forget()
    assert.deepEqual(
      (await deliveries()).map(({ no }) => no),
      [2],
    )
  })

  test('changes that a webhook has not looked at are kept for as long as events are tried', async () => {
    const { channelId, channelNo, cursor, plan } = await open()
    await world.receive(message(channelId, noon, { id: `m-${channelId}`, from: 'U1' }))
    const { changeNo } = await cursor()
    const changesAt = async (at: number) => {
      while ((await world.store.write<'index-messages'>({ kind: 'index-messages', limit: 1_000 })).more);
      for (let after: number | null = 0; after !== null; )
        after = (await world.store.write<'forget-changes'>({ kind: 'forget-changes', at, limit: 1_000, after })).after
      return (await world.store.listChanges(channelNo, changeNo, 100)).length
    }
    assert.equal(await changesAt(noon + 75 * hour), 1)
    await plan([])
    assert.equal(await changesAt(noon + 75 * hour), 0, 'control: it has looked at them')
    await world.receive(edited(channelId, noon, `m-${channelId}`, 'Other words'))
    assert.ok((await changesAt(noon + 75 * hour)) > 0)
    assert.equal(await changesAt(noon + 77 * hour), 0)
  })
}
