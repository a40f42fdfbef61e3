import type { ReplyRight } from '../../../src/domain/assistant/reply.ts'
import type { CommandOf } from '../../../src/ports/commands.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { message } from '../content/events.ts'
import { id, people, pickFrom, pickGroup, platform, type World } from './world.ts'

type Delivery = CommandOf<'receive-events'>

/** Everything that a platform can report, mostly messages. */
export async function drawDelivery(world: World): Promise<Delivery> {
  const draws = [
    say,
    say,
    say,
    saySeveral,
    repeat,
    sendPicture,
    sendSticker,
    sendUnreadable,
    unsend,
    edit,
    comeAndGo,
    askToForget,
    useCommand,
    claimAsOperator,
  ]
  const drawn = await world.random.pick(draws)(world)
  const { events, unread = [] } = Array.isArray(drawn) ? { events: drawn } : drawn
  // As if some of them had been asked for.
  const position = { source: 'test', value: id() }
  return {
    kind: 'receive-events',
    platform,
    unread,
    at: world.now(),
    events,
    ...(world.random.chance(30) && { position }),
  }
}

export function noteReceived(world: World, { events }: Delivery): void {
  for (const event of events) {
    const group = world.groups.find(({ channelId }) => channelId === event.channel.channelId)
    if (!group || event.kind !== 'message') continue
    const isNew = !group.sent.some(({ messageId }) => messageId === event.messageId)
    if (!isNew) continue
    group.sent.push(event)
    if (event.sender && people.some((userId) => userId === event.sender?.userId)) {
      group.messages.push(event)
      if (event.content.type === 'image') group.pictures.push(event)
    }
  }
}

function say(world: World): IncomingEvent[] {
  return [message(anyGroup(world), world.now(), { from: world.random.pick(people) })]
}

/** In several groups, and from people who may be erased at this moment. */
function saySeveral(world: World): IncomingEvent[] {
  const senders = [world.random.pick(people), world.random.pick(people), pickFrom(world.expendable, world.random)]
  return senders.flatMap((from) => (from ? [message(anyGroup(world), world.now(), { from })] : []))
}

/** As platforms do if an acknowledgement was late, and also of what was deleted since. */
function repeat(world: World): IncomingEvent[] {
  const { random } = world
  const old = pickGroup(world).sent
  const again = old.slice(-2).concat(pickFrom(old, random) ?? [])
  return [...again, ...say(world)]
}

function sendPicture(world: World): IncomingEvent[] {
  const one = message(anyGroup(world), world.now(), { from: world.random.pick(people), content: { type: 'image' } })
  return [{ ...one, hasFile: true }]
}

function sendSticker(world: World): IncomingEvent[] {
  const content = { type: 'sticker', packageId: '1', stickerId: String(world.random.below(3)) } as const
  return [message(anyGroup(world), world.now(), { from: world.random.pick(people), content })]
}

function sendUnreadable(world: World) {
  const raw = JSON.stringify({ id: id() })
  const where = { channelId: anyGroup(world), eventId: id(), userId: world.random.pick(people) }
  return { events: [] as IncomingEvent[], unread: [{ at: world.now(), reason: 'unknown', raw, ...where }] }
}

function unsend(world: World): IncomingEvent[] {
  const group = pickGroup(world)
  const [one] = group.messages.splice(world.random.below(Math.max(1, group.messages.length)), 1)
  if (!one) return say(world)
  group.pictures = group.pictures.filter(({ messageId }) => messageId !== one.messageId)
  return [{ ...common(world, group.channelId), kind: 'message-unsent', messageId: one.messageId }]
}

function edit(world: World): IncomingEvent[] {
  const group = pickGroup(world)
  const one = pickFrom(
    group.messages.filter(({ content }) => content.type === 'text'),
    world.random,
  )
  if (!one) return say(world)
  return [{ ...common(world, group.channelId), kind: 'message-edited', messageId: one.messageId, text: id() }]
}

function comeAndGo(world: World): IncomingEvent[] {
  const userId = `R${world.random.below(20)}`
  const where = common(world, anyGroup(world))
  return world.random.chance(50)
    ? [{ ...where, kind: 'members-joined', members: [{ userId, displayName: userId }] }]
    : [{ ...where, kind: 'members-left', userIds: [userId] }]
}

/** In a private chat, which no other command uses. */
function askToForget(world: World): IncomingEvent[] {
  const userId = world.expendable.pop()
  if (userId === undefined) return say(world)
  world.erased.push(userId)
  const asked = message(`P${userId}`, world.now(), { from: userId, content: { type: 'text', text: '/forget yes' } })
  const channel = { channelId: `P${userId}`, type: 'user', userId } as const
  return [{ ...asked, channel, reply: replyOnce() }]
}

function useCommand(world: World): IncomingEvent[] {
  const { random } = world
  const [text, from] = random.chance(70)
    ? [random.pick(['/help', '/rules', '/backup', 'key', 'KEY?']), random.pick(people)]
    : // What people say in private isn't stored.
      [random.pick(['/private', '/public']), `R${random.below(20)}`]
  return [write(world, pickGroup(world), from, text)]
}

/** By the owner of a group: with it, the operator's account is linked to them. */
async function claimAsOperator(world: World): Promise<IncomingEvent[]> {
  const [userId] = people
  for (const group of world.random.shuffle(world.groups).slice(0, 20)) {
    const [owner] = await world.store.listMembers(group.channelNo, 'owner')
    const code = owner?.userId === userId ? world.claimCodes.pop() : undefined
    if (code) return [write(world, group, userId, `/claim ${code}`)]
  }
  return say(world)
}

function write(world: World, { channelId }: { channelId: string }, from: string, text: string): IncomingEvent {
  return { ...message(channelId, world.now(), { from, content: { type: 'text', text } }), reply: replyOnce() }
}

function replyOnce(): ReplyRight {
  return { token: id(), expiresAt: null, isOneUse: true, cost: 'free' }
}

function anyGroup(world: World): string {
  return pickGroup(world).channelId
}

function common(world: World, channelId: string) {
  return { eventId: id(), at: world.now(), channel: { channelId, type: 'group' } } as const
}
