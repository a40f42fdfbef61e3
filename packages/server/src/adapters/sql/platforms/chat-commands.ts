import { type CommandAnswer, say } from '../../../domain/assistant/outgoing-message.ts'
import type { ReplyRight } from '../../../domain/assistant/reply.ts'
import { botTexts, forgottenOftenText, helpText, unclearText } from '../../../domain/platforms/bot-texts.ts'
import { type ChatCommand, isPersonal } from '../../../domain/platforms/chat-command.ts'
import type { IncomingEvent } from '../../../ports/connector.ts'
import { giveLink } from '../accounts/sign-in-links.ts'
import { getQuiet, keepQuiet } from '../assistant/sending/quiet.ts'
import { planSend } from '../assistant/sending/sends.ts'
import { audit } from '../channels/audit.ts'
import { claim, findOwner } from '../channels/claims.ts'
import type { OpenChannel } from '../channels/open-channels.ts'
import { runBackupCommand } from '../messages/backup-command.ts'
import { deleteMessage } from '../messages/delete-command.ts'
import type { Defaults, Sql } from '../sql.ts'
import { beginPerson } from '../storage/erasures.ts'
import { countErasures, isBeingErased } from '../storage/past-erasures.ts'

type Asked<C extends ChatCommand = ChatCommand> = {
  command: C
  event: IncomingEvent & { kind: 'message' }
  reply: ReplyRight
}

/** The reply is sent before the bot leaves: afterwards it can't send anything. */
const goodbyeMs = 5000

/** Executes a command that a member wrote in the chat, and plans the reply in the same transaction. */
export async function runChatCommand(tx: Sql, defaults: Defaults, channel: OpenChannel, asked: Asked): Promise<void> {
  const answer = await carryOut(tx, defaults, channel, asked)
  if (answer === undefined) return
  const { speech, inLog } = typeof answer === 'string' ? { speech: say(answer), inLog: undefined } : answer
  const { event, reply } = asked
  await planSend(tx, channel, {
    kind: 'command',
    at: event.at,
    speech,
    ...(inLog ? { speechInLog: inLog } : {}),
    reply,
    messageId: event.messageId,
    userId: event.sender?.isShared ? null : (event.sender?.userId ?? null),
  })
}

/** Undefined if the reply comes later, or never. */
function carryOut(
  tx: Sql,
  defaults: Defaults,
  channel: OpenChannel,
  asked: Asked,
): Promise<CommandAnswer | undefined> | string {
  const { command } = asked
  if (asked.event.sender?.isShared && isPersonal(command)) return botTexts(channel.language).sharedSender
  switch (command.name) {
    case 'help':
      return describeHelp(tx, defaults, channel, asked.event.at)
    case 'claim':
      return claim(tx, defaults, channel, asked.event, command.code)
    case 'leave':
      return leave(tx, channel, asked, command.isConfirmed)
    case 'private':
    case 'public':
      return setPrivate(tx, channel, asked, command.name === 'private')
    case 'rules':
      return describeGroupRules(tx, channel)
    case 'backup':
      return runBackupCommand(tx, defaults, channel, { wish: command.wish, event: asked.event })
    case 'quiet': {
      const { at, sender } = asked.event
      return keepQuiet(tx, defaults, channel, { wish: command.wish, userId: sender?.userId, at })
    }
    case 'forget':
      return forget(tx, channel, asked, command.isConfirmed)
    case 'link':
      return giveLink(tx, defaults, channel, asked.event)
    case 'delete':
      return deleteMessage(tx, channel, asked.event)
    case 'unclear':
      return unclearText(channel.language, command.instead)
  }
}

/** Including whether it answers by rules here, and until when it is silenced. */
async function describeHelp(tx: Sql, defaults: Defaults, channel: OpenChannel, at: number): Promise<string> {
  const { channelNo, type, language, claim } = channel
  const answers = await tx.get(
    `select 1 from assistants a where a.channel = ? and a.enabled = 1 and a.qa_enabled = 1
       and exists (select 1 from rules r where r.channel = a.channel and r.enabled = 1)`,
    channelNo,
  )
  const { quietUntil, timezone } = await getQuiet(tx, defaults, channelNo)
  const quiet = quietUntil !== null && quietUntil > at ? { until: quietUntil, timezone } : undefined
  return helpText(language, { type, claim, answers: answers !== undefined, quiet })
}

async function leave(tx: Sql, channel: OpenChannel, { event }: Asked, isConfirmed: boolean): Promise<string> {
  const texts = botTexts(channel.language).leave
  if (channel.type === 'user') return texts.privateChat
  const ownerId = await findOwner(tx, channel.channelNo)
  if (ownerId === undefined || ownerId !== event.sender?.userId) return texts.ownerOnly
  if (!isConfirmed) return texts.ask
  await audit(tx, channel.channelNo, { kind: 'system' }, event.at, { action: 'bot.dismissed', target: ownerId })
  await channel.plan({ kind: 'leave-channel', channelId: channel.channelId }, goodbyeMs)
  return texts.goodbye
}

async function setPrivate(tx: Sql, channel: OpenChannel, { event }: Asked, isPrivate: boolean): Promise<string> {
  const texts = botTexts(channel.language).private
  const userId = event.sender?.userId
  if (userId === undefined) return texts.unknownSender
  if (isPrivate) {
    await tx.run(
      'insert into private_members (channel, user_id, since) values (?, ?, ?) on conflict do nothing',
      channel.channelNo,
      userId,
      event.at,
    )
    return texts.on
  }
  await tx.run('delete from private_members where channel = ? and user_id = ?', channel.channelNo, userId)
  return texts.off
}

/** Also if there are none, so that the person gets a reply. */
async function describeGroupRules(tx: Sql, { channelNo, language }: OpenChannel): Promise<string> {
  const rules = await tx.get<{ content: string }>(
    `select group_rules_content as content from assistants
     where channel = ? and enabled = 1 and group_rules_enabled = 1 and group_rules_content <> ?`,
    channelNo,
    '',
  )
  return rules?.content ?? botTexts(language).rules.none
}

/** Each erasure looks through all messages of every channel that the person is in. */
const mostForgotten = 3
const forgetWindowMs = 60 * 60_000

/** Only in the private chat, because it doesn't concern the group. The reply, with the count, follows when all is erased. */
async function forget(
  tx: Sql,
  channel: OpenChannel,
  { event, reply }: Asked,
  isConfirmed: boolean,
): Promise<string | undefined> {
  const texts = botTexts(channel.language).forget
  if (channel.type !== 'user') return texts.notHere
  const userId = event.sender?.userId
  if (userId === undefined) return texts.unknownSender
  if (!isConfirmed) return texts.ask
  const { platform, language } = channel
  // One at a time: the reply to the first request follows when it is done.
  if (await isBeingErased(tx, userId)) return undefined
  const erased = await countErasures(tx, userId, event.at - forgetWindowMs)
  if (erased >= mostForgotten) return forgottenOftenText(language, erased)
  const notify = { platform, reply, language }
  await beginPerson(tx, { at: event.at, userId, channelId: null, notify, lockedNo: channel.channelNo })
  channel.noteErased()
  return undefined
}
