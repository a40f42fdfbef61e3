import type { Role } from '@innkeeper/contract'
import type { CommandAnswer, Mention } from '../../../domain/assistant/outgoing-message.ts'
import { type Claimant, decideClaim } from '../../../domain/channels/claim.ts'
import type { PlatformRole } from '../../../domain/members/platform-role.ts'
import { botTexts, mentionOf, textWithMention } from '../../../domain/platforms/bot-texts.ts'
import type { IncomingEvent } from '../../../ports/connector.ts'
import { becomePerson } from '../accounts/operators.ts'
import { describeBackupTo } from '../messages/backup-command.ts'
import type { Defaults, Sql } from '../sql.ts'
import { audit } from './audit.ts'
import { findOperatorOfCode, isKnownCode, useClaimCode } from './claim-codes.ts'
import type { OpenChannel } from './open-channels.ts'

/** A new owner who hasn't turned the backup on by then is reminded once. */
const remindAfterMs = 5 * 60_000

/** Makes the sender the owner if they can claim the chat, says so in the chat, and explains how to start the backup. */
export async function claim(
  tx: Sql,
  defaults: Defaults,
  channel: OpenChannel,
  event: IncomingEvent & { kind: 'message' },
  code: string | undefined,
): Promise<CommandAnswer> {
  const texts = botTexts(channel.language).claim
  const userId = event.sender?.userId
  const claimant = userId === undefined ? undefined : await findClaimant(tx, channel.channelNo, userId)
  if (!claimant) return texts['unknown-sender']
  const heir = await findHeir(tx, channel.channelNo)
  const owner = await findOwnerOf(tx, channel.channelNo)
  const asked = {
    policy: channel.claim,
    ownerId: owner?.userId,
    isOwnerFromPlatform: owner?.platformRole === 'owner',
    ...(await getPast(tx, channel.channelNo)),
    heir: heir?.as,
    claimant,
    at: event.at,
  }
  const operatorId = code === undefined ? undefined : await findOperatorOfCode(tx, code, event.at)
  // Everyone in the chat has seen it, so an operator's own code is used up, whatever comes of it.
  const isUsed =
    operatorId !== undefined &&
    code !== undefined &&
    (await useClaimCode(tx, code, channel.channelId, claimant.userId, event.at))
  let decision = decideClaim({ ...asked, isCodeValid: isUsed || undefined })
  // A code is used up only if nothing else prevents the claim.
  if (
    decision.kind === 'refused' &&
    (decision.why === 'code-missing' || decision.why === 'too-new') &&
    code !== undefined &&
    !isUsed
  ) {
    const isCodeValid = await useClaimCode(tx, code, channel.channelId, claimant.userId, event.at)
    decision = decideClaim({ ...asked, isCodeValid })
  }
  const isOwner =
    decision.kind === 'claimed' || decision.why === 'yours-already' || decision.why === 'yours-on-platform'
  const linked = isUsed && isOwner
  if (linked && operatorId !== undefined) await becomePerson(tx, { operatorId, userId: claimant.userId, at: event.at })
  // Without a code they would be the owner as well, so a mistyped one would go unnoticed.
  const place = { channelId: channel.channelId, userId: claimant.userId, at: event.at }
  const isMistyped = isOwner && code !== undefined && !isUsed && !(await isKnownCode(tx, code, place))
  const more = linked ? ` ${texts.linked}` : isMistyped ? ` ${texts['not-linked']}` : ''
  if (decision.kind === 'claimed') {
    await becomeOwner(tx, channel, { userId: claimant.userId, at: event.at, as: decision.as })
    return announce(tx, defaults, channel, claimant, more)
  }
  const text = `${texts[decision.why].replaceAll('{platform}', channel.ownersFrom ?? '')}${more}`
  const named = owner ?? heir
  if (!named || !text.includes('{name}')) return text
  const naming = (mention: Mention) => ({ parts: [textWithMention(text, mention)] })
  return { speech: naming(mentionOf(channel.language, named)), inLog: naming({ userId: named.userId, name: '…' }) }
}

async function becomeOwner(
  tx: Sql,
  channel: OpenChannel,
  { userId, at, as }: { userId: string; at: number; as: string },
): Promise<void> {
  const { channelNo } = channel
  await tx.run(
    `update members set role = 'owner', was_owner = 1, admin_since = coalesce(admin_since, ?), updated_at = ?
     where channel = ? and user_id = ?`,
    at,
    at,
    channelNo,
    userId,
  )
  channel.noteReminder(await noteOwner(tx, channelNo, at))
  await audit(tx, channelNo, { kind: 'system' }, at, { action: 'owner.claimed', target: userId, detail: { as } })
  channel.noteHappenings([{ at, what: 'claimed', userId }])
}

/** Returns when they are reminded. */
export async function noteOwner(tx: Sql, channelNo: number, at: number): Promise<number> {
  const remindAt = at + remindAfterMs
  await tx.run('update channels set had_owner = 1, remind_owner_at = ? where channel = ?', remindAt, channelNo)
  return remindAt
}

/** Tells everyone who owns the chat now, and the owner what to do next. */
async function announce(
  tx: Sql,
  defaults: Defaults,
  channel: OpenChannel,
  { userId, name }: { userId: string; name: string },
  more: string,
): Promise<CommandAnswer> {
  const claimed = botTexts(channel.language).claim.claimed
  const { text, choices } = await describeBackupTo(tx, defaults, channel, userId)
  const part = textWithMention(`${claimed}${more}\n${text}`, mentionOf(channel.language, { userId, name }))
  return { speech: { parts: [part], ...(choices ? { choices } : {}) } }
}

export async function findOwner(tx: Sql, channelNo: number): Promise<string | undefined> {
  return (await findOwnerOf(tx, channelNo))?.userId
}

/** `name` is null if the platform hasn't provided it. */
export async function findNamedOwner(
  tx: Sql,
  channelNo: number,
): Promise<{ userId: string; name: string | null } | undefined> {
  const owner = await findOwnerOf(tx, channelNo)
  return owner && { userId: owner.userId, name: owner.name === owner.userId ? null : owner.name }
}

type Owner = { userId: string; name: string; platformRole: PlatformRole | null }

async function findOwnerOf(tx: Sql, channelNo: number): Promise<Owner | undefined> {
  return await tx.get<Owner>(
    `select user_id as "userId", display_name as name, platform_role as "platformRole" from members
     where channel = ? and role = 'owner'`,
    channelNo,
  )
}

async function getPast(tx: Sql, channelNo: number): Promise<{ hadOwner: boolean; botSince: number }> {
  const row = await tx.get<{ had_owner: number; bot_changed_at: number }>(
    'select had_owner, bot_changed_at from channels where channel = ?',
    channelNo,
  )
  if (!row) throw new Error('The open channel could not be read')
  return { hadOwner: row.had_owner === 1, botSince: row.bot_changed_at }
}

async function findClaimant(
  tx: Sql,
  channelNo: number,
  userId: string,
): Promise<(Claimant & { name: string }) | undefined> {
  const row = await tx.get<{
    role: Role
    display_name: string
    was_owner: number
    joined_at: number
    join_seen_at: number | null
  }>(
    `select role, display_name, was_owner, joined_at, join_seen_at from members
     where channel = ? and user_id = ? and left_at is null`,
    channelNo,
    userId,
  )
  return (
    row && {
      userId,
      name: row.display_name,
      role: row.role,
      wasOwner: row.was_owner === 1,
      joinedAt: row.joined_at,
      joinSeenAt: row.join_seen_at,
    }
  )
}

/** The longest-serving admin, or else a former owner. */
async function findHeir(
  tx: Sql,
  channelNo: number,
): Promise<{ userId: string; name: string; as: 'admin' | 'former-owner' } | undefined> {
  const row = await tx.get<{ user_id: string; display_name: string; role: Role }>(
    `select user_id, display_name, role from members
     where channel = ? and left_at is null and (role = 'admin' or (role = 'member' and was_owner = 1))
     order by case role when 'admin' then 0 else 1 end, admin_since, joined_at, user_id limit 1`,
    channelNo,
  )
  return row && { userId: row.user_id, name: row.display_name, as: row.role === 'admin' ? 'admin' : 'former-owner' }
}
