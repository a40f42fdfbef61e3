import { say } from '../../../domain/assistant/outgoing-message.ts'
import { noticeText, returnText } from '../../../domain/platforms/bot-texts.ts'
import type { Receipt } from '../../../ports/commands/messages.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import type { IncomingEvent } from '../../../ports/connector.ts'
import { planSend } from '../assistant/sending/sends.ts'
import { type JoinedPerson, noteNewcomers } from '../assistant/sending/welcomes.ts'
import { findNamedOwner } from '../channels/claims.ts'
import { moveChat } from '../channels/moving/moved-chats.ts'
import { type OpenChannel, openChannels } from '../channels/open-channels.ts'
import { recordJoin, recordLeave, recordPerson } from '../members/people.ts'
import { getBackupScene } from '../messages/backup-command.ts'
import { receiveEdit } from '../messages/receive-edits.ts'
import { receiveMessage, receiveUnsend } from '../messages/receive-messages.ts'
import type { Sql } from '../sql.ts'
import type { Writing } from '../writing.ts'
import { savePositions } from './source-positions.ts'
import { keepUnread } from './unread-events.ts'

type Command = CommandOf<'receive-events'>

/**
 * Processes a batch: dedupe, channel, member, message, counters and planned jobs in one atomic write. An event whose id was
 * seen before has no effect.
 */
export async function receiveEvents(tx: Sql, command: Command, writing: Writing): Promise<Receipt> {
  const channels = openChannels(tx, writing)
  const receipt = await receiveBatch(tx, writing, channels, command)
  await channels.flush()
  await savePositions(tx, [command])
  return receipt
}

/** The same for batches that arrived one after the other: each channel is loaded and written back once for all of them. */
export async function receiveTogether(tx: Sql, writing: Writing, commands: Command[]): Promise<Receipt[]> {
  const channels = openChannels(tx, writing)
  const receipts: Receipt[] = []
  for (const command of commands) receipts.push(await receiveBatch(tx, writing, channels, command))
  await channels.flush()
  await savePositions(tx, commands)
  return receipts
}

async function receiveBatch(
  tx: Sql,
  writing: Writing,
  channels: ReturnType<typeof openChannels>,
  command: Command,
): Promise<Receipt> {
  const plannedBefore = channels.planned()
  let fresh = 0
  for (const event of command.events) {
    if (event.kind === 'chat-moved') await follow(tx, channels, event, command)
    const channel = await channels.open(event, command)
    // By its arrival, however old the event is: it can be redelivered from then on.
    if (!channel || (await tx.intake.markSeen(channel.channelNo, event.eventId, command.at)) === 0) continue
    fresh++
    if (await channel.notePresence(event)) await receive(tx, writing, channel, event, command)
  }
  const unread = command.unread.length === 0 ? 0 : await keepUnread(tx, command.platform, command.unread, command.at)
  return { fresh, duplicate: command.events.length - fresh, unread, jobs: channels.planned() - plannedBefore }
}

/** Before the event's channel is opened: there may be two, which become one. If there is none, the event creates it. */
async function follow(
  tx: Sql,
  channels: ReturnType<typeof openChannels>,
  event: IncomingEvent & { kind: 'chat-moved' },
  command: Command,
): Promise<void> {
  await channels.flush()
  const move = { from: event.from, to: event.to, at: command.at }
  if (await moveChat(tx, move)) return
  if (await channels.open(event, command)) await moveChat(tx, move)
  await channels.flush()
}

/** `at`: when it arrived. */
async function receive(
  tx: Sql,
  writing: Writing,
  channel: OpenChannel,
  event: IncomingEvent,
  { at, seesUnsending = true }: Pick<Command, 'at' | 'seesUnsending'>,
): Promise<void> {
  switch (event.kind) {
    case 'bot-added':
      if (channel.soleUserId) await recordPerson(tx, channel, { userId: channel.soleUserId, at: event.at })
      return arrive(tx, channel, event, seesUnsending)
    case 'bot-removed':
      return
    case 'members-joined':
      return receiveJoin(tx, channel, event, at)
    case 'members-left':
      await recordLeave(tx, channel, event.userIds, event.at)
      return refreshChannel(channel, event)
    case 'message':
      // The bot's arrival never reached us.
      if (channel.isNew && channel.type !== 'user' && isLookedUp(channel, event)) await refreshAll(channel)
      return receiveMessage(tx, writing, channel, event)
    case 'message-edited':
      return receiveEdit(tx, channel, event, at)
    case 'message-unsent':
      return receiveUnsend(tx, channel, event)
    case 'chat-changed':
      if (event.seesAllMessages !== undefined) await channel.noteSight(event.seesAllMessages)
      await channel.refreshAdmins()
      return refreshAll(channel)
    case 'chat-moved':
    case 'events-missed':
      // The last of these concerns all channels, and has a command of its own: `note-missed`.
      return
  }
}

async function receiveJoin(
  tx: Sql,
  channel: OpenChannel,
  event: IncomingEvent & { kind: 'members-joined' },
  at: number,
): Promise<void> {
  const people = new Map(event.members.map((person) => [person.userId, person]))
  const seen = await recordJoin(tx, channel, people, event.at)
  const arrivals: JoinedPerson[] = []
  for (const [userId, { isErased, isReturning, wasHere, isReportedAgain }] of seen) {
    // Some platforms report everyone again who moved with the chat.
    if (isReportedAgain || (channel.hasMoved && wasHere)) continue
    if (!isErased && !people.get(userId)?.isBot) arrivals.push({ userId, isReturning })
  }
  await noteNewcomers(tx, channel, event, arrivals, at)
  await refreshChannel(channel, event)
}

/** The bot was added to the chat: it introduces itself, and looks up who is there. */
async function arrive(
  tx: Sql,
  channel: OpenChannel,
  event: IncomingEvent & { kind: 'bot-added' },
  seesUnsending: boolean,
): Promise<void> {
  if (event.reply && channel.isActive()) {
    const { text, ownerId } = await introduce(tx, channel, event, seesUnsending)
    const notice = { kind: 'notice', at: event.at, speech: say(text), reply: event.reply } as const
    // Named as the recipient, so that an erasure of the owner removes the name from the log, too.
    await planSend(tx, channel, ownerId === undefined ? notice : { ...notice, userId: ownerId })
  }
  await channel.noteSight(event.seesAllMessages !== false)
  await channel.refreshAdmins()
  await refreshChannel(channel, event)
  const isKnown = event.channel.name !== undefined && !channel.namesComeAlone
  if (!isKnown && channel.type !== 'user') {
    await channel.plan({ kind: 'refresh-roster', channelId: channel.channelId })
  }
}

/** The notice says how to begin. Where people have begun already, it says what still applies. */
async function introduce(
  tx: Sql,
  channel: OpenChannel,
  { seesAllMessages }: IncomingEvent & { kind: 'bot-added' },
  seesUnsending: boolean,
): Promise<{ text: string; ownerId?: string }> {
  const { channelNo, type, language, claim, ownersFrom } = channel
  const owner = type === 'user' ? undefined : await findNamedOwner(tx, channelNo)
  const { scene, others: subscribers } = await getBackupScene(tx, channelNo, undefined)
  if (!owner && subscribers === 0) {
    return { text: noticeText(language, { type, claim, ownersFrom, seesUnsending, seesAllMessages }) }
  }
  const text = returnText(language, { type, claim, owner, subscribers, policy: scene.policy, seesAllMessages })
  return owner ? { text, ownerId: owner.userId } : { text }
}

/** Whether the platform has to be asked about the chat. Some that include its name in an event include everything else, too. */
function isLookedUp({ namesComeAlone, isActive }: OpenChannel, event: IncomingEvent): boolean {
  return isActive() && (event.channel.name === undefined || namesComeAlone)
}

async function refreshChannel(channel: OpenChannel, event: IncomingEvent): Promise<void> {
  if (!isLookedUp(channel, event)) return
  await channel.plan({ kind: 'refresh-channel', channelId: channel.channelId })
}

/** With who is there. */
async function refreshAll({ channelId, type, isActive, plan }: OpenChannel): Promise<void> {
  if (isActive()) await plan({ kind: 'refresh-channel', channelId })
  if (type !== 'user') await plan({ kind: 'refresh-roster', channelId })
}
