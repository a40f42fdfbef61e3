import { type Draws, id, inGroup, people, pickFrom, pickGroup, take, type World } from './world.ts'

/** Webhooks, of which a few groups have some. */
export const ofWebhooks: Draws<
  | 'create-webhook'
  | 'change-webhook'
  | 'delete-webhook'
  | 'renew-webhook-secret'
  | 'repeat-deliveries'
  | 'plan-deliveries'
  | 'record-delivery'
  | 'forget-deliveries'
> = {
  'create-webhook': {
    draw: (world) => ({
      kind: 'create-webhook',
      ...inGroup(world, pickGroup(world)),
      webhookId: id(),
      userId: world.random.pick(people),
      url: 'https://receiver.test/',
      events: ['message.created'],
      contents: 'thin',
    }),
    learn(world, { channelId, webhookId }) {
      const group = world.groups.find((one) => one.channelId === channelId)
      if (group) world.webhooks.push({ group, webhookId })
    },
  },
  'change-webhook': {
    draw(world) {
      const one = pickFrom(world.webhooks, world.random)
      const change = { isOn: world.random.chance(70) }
      return one && { kind: 'change-webhook', ...inGroup(world, one.group), webhookId: one.webhookId, change }
    },
  },
  'delete-webhook': {
    draw(world) {
      // Most stay, so that others have some.
      const one = world.webhooks.length > 5 ? take(world.webhooks, world.random) : undefined
      return one && { kind: 'delete-webhook', ...inGroup(world, one.group), webhookId: one.webhookId }
    },
  },
  'renew-webhook-secret': {
    draw(world) {
      const one = pickFrom(world.webhooks, world.random)
      return one && { kind: 'renew-webhook-secret', ...inGroup(world, one.group), webhookId: one.webhookId }
    },
  },
  'repeat-deliveries': {
    draw(world) {
      const one = pickFrom(world.webhooks, world.random)
      const which = world.random.chance(50) ? { no: 1 } : { since: 0 }
      return one && { kind: 'repeat-deliveries', ...inGroup(world, one.group), webhookId: one.webhookId, which }
    },
  },
  'plan-deliveries': {
    async draw(world) {
      const found = await pickBusy(world)
      if (!found) return undefined
      const { channelId, webhookId, changeNo: after, lastChange: changeNo } = found
      const events = [{ event: 'message.created', subject: { messageId: id() }, at: world.now() } as const]
      return { kind: 'plan-deliveries', at: world.now(), channelId, webhookId, after, changeNo, events }
    },
  },
  'record-delivery': {
    draw(world) {
      const one = pickFrom(world.webhooks, world.random)
      if (!one) return undefined
      const at = world.now()
      const isSent = world.random.chance(70)
      const outcome = isSent
        ? ({ nextAt: null, status: 204, failure: null, failingSince: null, failedAt: null } as const)
        : ({ nextAt: at, status: 500, failure: 'rejected', failingSince: at, failedAt: at } as const)
      const before = { attempts: 0, nextAt: at }
      const attempt = { no: 1, before, attempts: 1, triedAt: at, detail: '', answer: '', ...outcome }
      const { group, webhookId } = one
      const about = { at, channelId: group.channelId, webhookId, url: 'https://receiver.test/' }
      const off = world.random.chance(5) ? ({ off: 'gone' } as const) : {}
      return { kind: 'record-delivery', ...about, attempt, pausedUntil: 0, ...off }
    },
  },
  'forget-deliveries': {
    draw: (world) => ({ kind: 'forget-deliveries', at: world.now(), limit: 100 }),
  },
}

async function pickBusy({ store, random }: World) {
  return pickFrom(await store.listWebhooksToPlan(), random)
}
