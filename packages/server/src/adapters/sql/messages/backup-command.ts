import type { BackupPolicy, Role } from '@innkeeper/contract'
import { type Choice, type CommandAnswer, say } from '../../../domain/assistant/outgoing-message.ts'
import type { ReplyRight } from '../../../domain/assistant/reply.ts'
import { canReadBackup } from '../../../domain/members/permission.ts'
import { type BackupRequest, type BackupSituation, decideBackup } from '../../../domain/messages/backup-command.ts'
import {
  type BackupState,
  backupText,
  botTexts,
  mentionOf,
  type ReadingHint,
  subscribedText,
  textWithMention,
  unsubscribedText,
} from '../../../domain/platforms/bot-texts.ts'
import type { IncomingEvent } from '../../../ports/connector.ts'
import { sendLink } from '../accounts/sign-in-links.ts'
import { getQuiet } from '../assistant/sending/quiet.ts'
import { planSend } from '../assistant/sending/sends.ts'
import { audit } from '../channels/audit.ts'
import type { OpenChannel } from '../channels/open-channels.ts'
import type { Defaults, Sql } from '../sql.ts'
import { findAddress } from '../storage/settings.ts'
import { describeSaving } from './happenings.ts'
import { findWholeSince } from './ledger/ledger-reads.ts'
import { addSubscription, endSubscription } from './subscription.ts'

type NewMessage = IncomingEvent & { kind: 'message' }

/** `/backup` reports whether messages are kept. `/backup on` keeps them for the sender, `/backup off` ends that. */
export async function runBackupCommand(
  tx: Sql,
  defaults: Defaults,
  channel: OpenChannel,
  { wish, event }: { wish: BackupRequest; event: NewMessage },
): Promise<CommandAnswer> {
  const { channelNo, language } = channel
  const userId = event.sender?.userId
  const { scene, others } = await getBackupScene(tx, channelNo, userId)
  await endReminder(tx, channel, userId)
  const decision = decideBackup(wish, scene)
  if (decision === 'describe') {
    const isLinkSent =
      userId !== undefined && scene.isSubscribed && (await sendLink(tx, defaults, channel, { userId, at: event.at }))
    const hint = hintOf(await findAddress(tx, defaults), channel, isLinkSent)
    const whole = scene.isSubscribed ? await findWholeSince(tx, defaults, channelNo, event.at) : undefined
    const { text, choices } = describe(channel, { scene, others, hint, whole })
    return { speech: { ...say(text), ...(choices ? { choices } : {}) } }
  }
  if (userId === undefined) return botTexts(language).backup.refusals['unknown-sender']
  if (decision === 'subscribe') {
    const was = await channel.isBackedUp()
    await addSubscription(tx, channelNo, { userId, since: event.at })
    await noteSubscription(tx, channel, { userId, at: event.at, action: 'backup.subscribed', was })
    const isLinkSent = await sendLink(tx, defaults, channel, { userId, at: event.at })
    return subscribedText(language, hintOf(await findAddress(tx, defaults), channel, isLinkSent))
  }
  if (decision === 'unsubscribe') {
    const was = await channel.isBackedUp()
    await endSubscription(tx, channelNo, userId)
    await noteSubscription(tx, channel, { userId, at: event.at, action: 'backup.unsubscribed', was })
    return unsubscribedText(language, others)
  }
  return botTexts(language).backup.refusals[decision]
}

/** The same for a person who has just become the owner, with a button where messages are not kept for them yet. */
export async function describeBackupTo(
  tx: Sql,
  defaults: Defaults,
  channel: OpenChannel,
  userId: string,
): Promise<{ text: string; choices?: Choice[] }> {
  const { scene, others } = await getBackupScene(tx, channel.channelNo, userId)
  const hint = hintOf(await findAddress(tx, defaults), channel, false)
  return describe(channel, { scene, others, hint, whole: undefined })
}

/**
 * Reminds a new owner once that the backup is off, using the reply token of a message, which costs nothing. Not while the bot
 * is silenced.
 */
export async function remindOwner(
  tx: Sql,
  defaults: Defaults,
  channel: OpenChannel,
  { at, reply }: { at: number; reply: ReplyRight },
): Promise<void> {
  const { channelNo, language } = channel
  const { quietUntil } = await getQuiet(tx, defaults, channelNo)
  if (quietUntil !== null && quietUntil > at) return
  const owner = await tx.get<{ user_id: string; display_name: string }>(
    "select user_id, display_name from members where channel = ? and role = 'owner'",
    channelNo,
  )
  await setReminder(tx, channel, null)
  if (!owner) return
  const { scene } = await getBackupScene(tx, channelNo, owner.user_id)
  if (decideBackup('on', scene) !== 'subscribe') return
  const texts = botTexts(language).backup
  const person = mentionOf(language, { userId: owner.user_id, name: owner.display_name })
  const speech = { parts: [textWithMention(texts.reminder, person)], choices: [turnOnChoice(language)] }
  await planSend(tx, channel, { kind: 'notice', at, speech, reply, userId: owner.user_id })
}

/** An owner who has used the command knows it. */
async function endReminder(tx: Sql, channel: OpenChannel, userId: string | undefined): Promise<void> {
  if (channel.remindOwnerAt() === null || userId === undefined) return
  const isOwner = await tx.get(
    "select 1 from members where channel = ? and user_id = ? and role = 'owner'",
    channel.channelNo,
    userId,
  )
  if (isOwner) await setReminder(tx, channel, null)
}

async function setReminder(tx: Sql, channel: OpenChannel, at: number | null): Promise<void> {
  await tx.run('update channels set remind_owner_at = ? where channel = ?', at, channel.channelNo)
  channel.noteReminder(at)
}

type Scene = { scene: BackupSituation; others: number }

export async function getBackupScene(tx: Sql, channelNo: number, userId: string | undefined): Promise<Scene> {
  const settings = await tx.get<{ policy: BackupPolicy }>(
    'select backup_policy as policy from channel_settings where channel = ?',
    channelNo,
  )
  if (!settings) throw new Error('The channel has no settings')
  const { policy } = settings
  const me = await tx.get<{ role: Role; since: number | null }>(
    `select m.role, s.since from members m left join subscriptions s on s.channel = m.channel and s.user_id = m.user_id
     where m.channel = ? and m.user_id = ? and m.left_at is null`,
    channelNo,
    userId ?? '',
  )
  const subscribers = await tx.all<{ role: Role }>(
    `select m.role from subscriptions s join members m on m.channel = s.channel and m.user_id = s.user_id
     where s.channel = ? and s.user_id <> ? and m.left_at is null`,
    channelNo,
    userId ?? '',
  )
  const isSubscribed = me !== undefined && me.since !== null && canReadBackup(me.role, policy)
  return {
    scene: { role: me?.role, policy, isSubscribed },
    others: subscribers.filter(({ role }) => canReadBackup(role, policy)).length,
  }
}

function describe(
  channel: OpenChannel,
  { scene, others, hint, whole }: Scene & Pick<BackupState, 'hint' | 'whole'>,
): { text: string; choices?: Choice[] } {
  const state: BackupState = {
    isForYou: scene.isSubscribed,
    others,
    canTurnOn: decideBackup('on', scene),
    hint,
    whole,
  }
  const text = backupText(channel.language, state)
  return state.canTurnOn === 'subscribe' ? { text, choices: [turnOnChoice(channel.language)] } : { text }
}

function turnOnChoice(language: string): Choice {
  return { label: botTexts(language).backup.button, text: '/backup on' }
}

function hintOf(baseUrl: string | undefined, { type, channelId }: OpenChannel, isLinkSent: boolean): ReadingHint {
  const address = baseUrl === undefined ? undefined : `${baseUrl}/channels/${encodeURIComponent(channelId)}`
  return { isPrivateChat: type === 'user', isLinkSent, address }
}

/** `was`: whether messages were saved before. */
type Subscribing = {
  userId: string
  at: number
  action: 'backup.subscribed' | 'backup.unsubscribed'
  was: boolean
}

async function noteSubscription(
  tx: Sql,
  channel: OpenChannel,
  { userId, at, action, was }: Subscribing,
): Promise<void> {
  await audit(tx, channel.channelNo, { kind: 'system' }, at, { action, target: userId })
  channel.forgetBackup()
  const is = await channel.isBackedUp()
  channel.noteHappenings(await describeSaving(tx, channel.channelNo, { at, of: 'backup', was, is }))
  channel.noteChange({ kind: 'settings' })
}
