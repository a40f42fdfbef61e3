import {
  type Draws,
  type Group,
  id,
  inGroup,
  operator,
  people,
  pickFrom,
  pickGroup,
  take,
  type World,
} from './world.ts'

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
      ...(world.random.chance(10) ? ofService(world) : inGroup(world, pickGroup(world))),
      webhookId: id(),
      userId: world.random.pick(people),
      url: 'https://receiver.test/',
      events: ['message.created', 'finding.began', 'finding.ended', 'webhook.turned-off'],
      contents: 'thin',
    }),
    learn(world, { channelId, webhookId }) {
      if (channelId === null) world.webhooks.push({ group: null, webhookId })
      const group = world.groups.find((one) => one.channelId === channelId)
      if (group) world.webhooks.push({ group, webhookId })
    },
  },
  'change-webhook': {
    draw(world) {
      const one = pickFrom(world.webhooks, world.random)
      const change = { isOn: world.random.chance(70) }
      return one && { kind: 'change-webhook', ...place(world, one.group), webhookId: one.webhookId, change }
    },
  },
  'delete-webhook': {
    draw(world) {
      // Most stay, so that others have some.
      const one = world.webhooks.length > 5 ? take(world.webhooks, world.random) : undefined
      return one && { kind: 'delete-webhook', ...place(world, one.group), webhookId: one.webhookId }
    },
  },
  'renew-webhook-secret': {
    draw(world) {
      const one = pickFrom(world.webhooks, world.random)
      return one && { kind: 'renew-webhook-secret', ...place(world, one.group), webhookId: one.webhookId }
    },
  },
  'repeat-deliveries': {
    draw(world) {
      const one = pickFrom(world.webhooks, world.random)
      const which = world.random.chance(50) ? { no: 1 } : { since: 0 }
      return one && { kind: 'repeat-deliveries', ...place(world, one.group), webhookId: one.webhookId, which }
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
      const about = { at, channelId: group?.channelId ?? null, webhookId, url: 'https://receiver.test/' }
      const off = world.random.chance(5) ? ({ off: 'gone' } as const) : {}
      return { kind: 'record-delivery', ...about, attempt, pausedUntil: 0, ...off }
    },
  },
  'forget-deliveries': {
    draw: (world) => ({ kind: 'forget-deliveries', at: world.now(), limit: 100 }),
  },
}

function ofService(world: World) {
  return { by: operator, at: world.now(), channelId: null, actor: 'Hana' } as const
}

function place(world: World, group: Group | null) {
  return group ? inGroup(world, group) : ofService(world)
}

async function pickBusy({ store, random }: World) {
  return pickFrom(await store.listWebhooksToPlan(), random)
}
