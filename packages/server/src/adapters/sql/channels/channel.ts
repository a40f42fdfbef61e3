import type { ChannelSettings } from '@innkeeper/contract'
import { statusOf } from '../../../domain/channels/channel-status.ts'
import { refuseOtherEdition } from '../../../domain/edition.ts'
import { invalid } from '../../../domain/refusal.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { announceAsking } from '../asking/announce-asking.ts'
import { raiseRulesVersion } from '../assistant/assistant-versions.ts'
import { accessScene, actorOf } from '../members/authority.ts'
import { addHappenings, describeSaving, notingBackup } from '../messages/happenings.ts'
import type { Defaults, Sql } from '../sql.ts'
import { audit, isEmpty } from './audit.ts'
import { noteChange } from './changes.ts'
import { loadChannel } from './channel-reads.ts'

export async function setStatus(tx: Sql, command: CommandOf<'set-status'>): Promise<null> {
  const { channelNo } = await accessScene(tx, command)
  const row = await tx.get<{ bot_present: number; owner_disabled: number }>(
    'select bot_present, owner_disabled from channels where channel = ?',
    channelNo,
  )
  const botPresent = row?.bot_present === 1
  const ownerDisabled = command.status === 'disabled'
  if (!ownerDisabled && !botPresent) throw invalid('status cannot be active while the bot is not in the chat')
  const before = statusOf({ botPresent, ownerDisabled: row?.owner_disabled === 1 })
  const changed = await tx.run(
    'update channels set owner_disabled = ? where channel = ? and owner_disabled <> ?',
    ownerDisabled ? 1 : 0,
    channelNo,
    ownerDisabled ? 1 : 0,
  )
  if (!changed) return null
  if (!ownerDisabled) await tx.run('update channels set enabled_at = ? where channel = ?', command.at, channelNo)
  await audit(tx, channelNo, command.by, command.at, {
    action: 'status.changed',
    detail: { from: before, to: command.status },
  })
  const was = before === 'active'
  const happenings = await describeSaving(tx, channelNo, { at: command.at, of: 'status', was, is: !ownerDisabled })
  if (happenings.length > 0) await addHappenings(tx, channelNo, command.at, happenings)
  else await noteChange(tx, channelNo, command.at, { kind: 'settings' })
  return null
}

export async function changeSettings(
  tx: Sql,
  command: CommandOf<'change-settings'>,
  defaults: Defaults,
): Promise<ChannelSettings> {
  const { channelNo } = await accessScene(tx, command)
  const { settings } = await loadChannel(tx, defaults, channelNo)
  const { change } = command
  refuseOtherEdition(command.ifMatch, settings)
  if (isEmpty(change)) return settings
  const next = { ...settings, ...change }
  const update = () =>
    tx.run(
      `update channel_settings set timezone = coalesce(?, timezone), language = ?, new_member_role = ?, retention_days = ?,
       backup_policy = ?, history = ?, history_from = coalesce(?, history_from), allow_push = ?, ask_with_model = ?,
       updated_at = ?, updated_by = ?
     where channel = ?`,
      change.timezone ?? null,
      next.language,
      next.newMemberRole,
      next.retentionDays,
      next.backup,
      next.history,
      // Earlier messages stay hidden from people who joined after they were sent.
      settings.history === 'since-joined' && next.history === 'all' ? command.at : null,
      next.allowPush ? 1 : 0,
      next.askWithModel ? 1 : 0,
      command.at,
      actorOf(command.by).userId,
      channelNo,
    )
  // Who may have a backup decides whether anyone has one.
  if (next.backup === settings.backup) await update()
  else await notingBackup(tx, { channelNo, at: command.at }, update)
  if (next.askWithModel && !settings.askWithModel) await announceAsking(tx, { channelNo, at: command.at })
  // Schedules and the dates in answers depend on them.
  const isOtherClock = next.timezone !== settings.timezone || next.language !== settings.language
  if (isOtherClock) await raiseRulesVersion(tx, channelNo)
  await audit(tx, channelNo, command.by, command.at, {
    action: 'settings.changed',
    detail: Object.fromEntries(
      Object.keys(change).map((name) => [
        name,
        { from: settings[name as keyof ChannelSettings], to: next[name as keyof ChannelSettings] },
      ]),
    ),
  })
  await noteChange(tx, channelNo, command.at, { kind: 'settings' })
  return (await loadChannel(tx, defaults, channelNo)).settings
}
