import { createLinkCode, hashLinkCode, linkLifeMs, linkWith } from '../../../domain/accounts/sign-in.ts'
import { type CommandAnswer, type OutgoingMessage, say } from '../../../domain/assistant/outgoing-message.ts'
import type { Job } from '../../../domain/jobs/job.ts'
import { pushUntil } from '../../../domain/jobs/job-outcome.ts'
import { botTexts, linkText } from '../../../domain/platforms/bot-texts.ts'
import type { IncomingEvent } from '../../../ports/connector.ts'
import { planSend } from '../assistant/sending/sends.ts'
import type { OpenChannel } from '../channels/open-channels.ts'
import { planJob } from '../jobs/jobs.ts'
import type { Defaults, Sql } from '../sql.ts'
import { findAddress } from '../storage/settings.ts'
import { storeSignInCode } from './sign-ins.ts'

/**
 * Replies to `/link`. The link itself is only ever in the private chat, because anyone who has it can sign in as this person. In a
 * group, it is sent to the private chat if that is possible.
 */
export async function giveLink(
  tx: Sql,
  defaults: Defaults,
  channel: OpenChannel,
  { at, sender }: IncomingEvent & { kind: 'message' },
): Promise<CommandAnswer> {
  const { type, platform, language } = channel
  const texts = botTexts(language)
  if (type !== 'user') {
    const isSent = sender !== undefined && (await sendLink(tx, defaults, channel, { userId: sender.userId, at }))
    return isSent ? texts.backup.read.linkSent : texts.link.notHere
  }
  if (sender === undefined) return texts.link.unknownSender
  const baseUrl = await findAddress(tx, defaults)
  if (baseUrl === undefined) return texts.link.unknownAddress
  const code = createLinkCode()
  await storeSignInCode(tx, { at, hash: hashLinkCode(code), userId: sender.userId, expiresAt: at + linkLifeMs })
  const back = await findGroupOf(tx, { userId: sender.userId, platform, at })
  const speechWith = (shown: string) => linkSpeech(language, linkWith(baseUrl, shown, back))
  return { speech: speechWith(code), inLog: speechWith('…') }
}

/** The text, and beside it a button, where the platform has them. */
function linkSpeech(language: string, url: string): OutgoingMessage {
  const { prompt, button } = botTexts(language).link
  return { ...say(linkText(language, url)), link: { text: prompt, label: button, url } }
}

/** Where the person last used a command, such as `/link`, before they came to the private chat. Undefined if that is long ago. */
async function findGroupOf(
  tx: Sql,
  { userId, platform, at }: { userId: string; platform: string; at: number },
): Promise<string | undefined> {
  const group = await tx.get<{ channel_id: string }>(
    `select c.channel_id from members m
     join channels c on c.channel = m.channel
     join sends s on s.channel = m.channel and s.user_id = m.user_id
     where m.user_id = ? and m.left_at is null and c.platform = ? and c.type <> 'user' and c.bot_present = 1
       and s.kind = 'command' and s.at > ?
     order by s.at desc limit 1`,
    userId,
    platform,
    at - linkLifeMs,
  )
  return group?.channel_id
}

/**
 * Sends a sign-in link to the sender's private chat with the bot, if they allowed pushes there. Returns whether it is on its
 * way. A push costs the operator money, so there is none while an earlier link still works.
 */
export async function sendLink(
  tx: Sql,
  defaults: Defaults,
  channel: OpenChannel,
  { userId, at }: { userId: string; at: number },
): Promise<boolean> {
  if (channel.type === 'user') return false
  const baseUrl = await findAddress(tx, defaults)
  if (baseUrl === undefined) return false
  await tx.intake.lockChannel(userId)
  const chat = await tx.get<{ channel: number; language: string }>(
    `select c.channel, cs.language from channels c join channel_settings cs on cs.channel = c.channel
     where c.channel_id = ? and c.type = 'user' and c.platform = ? and c.bot_present = 1 and c.owner_disabled = 0
       and cs.allow_push = 1`,
    userId,
    channel.platform,
  )
  if (!chat) return false
  const unused = await tx.get('select 1 from sign_in_codes where user_id = ? and expires_at > ? limit 1', userId, at)
  if (unused) return false
  const code = createLinkCode()
  await storeSignInCode(tx, { at, hash: hashLinkCode(code), userId, expiresAt: at + linkLifeMs })
  const back = channel.channelId
  const plan = async (job: Job) => void (await planJob(tx, chat.channel, job, at))
  const privateChat = { channelNo: chat.channel, channelId: userId, plan }
  return await planSend(tx, privateChat, {
    kind: 'command',
    at,
    speech: linkSpeech(chat.language, linkWith(baseUrl, code, back)),
    speechInLog: linkSpeech(chat.language, linkWith(baseUrl, '…', back)),
    reply: null,
    push: { until: pushUntil('command', at) },
    userId,
  })
}
