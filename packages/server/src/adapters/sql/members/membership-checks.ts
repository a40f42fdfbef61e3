import type { NewHappening } from '../../../domain/messages/happening.ts'
import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import { audit } from '../channels/audit.ts'
import { noteChange } from '../channels/changes.ts'
import { planJob } from '../jobs/jobs.ts'
import { addHappenings } from '../messages/happenings.ts'
import { given, lockChannel, type Sql } from '../sql.ts'
import { type LeftChannel, recordLeave } from './people.ts'
import { duePeople } from './unchecked-reads.ts'

/** Each channel a little later than the one before: after a start there may be thousands. */
const spreadMs = 50

/** Examines the next `limit` channels of a platform. */
export async function planChecks(tx: Sql, command: CommandOf<'plan-checks'>): Promise<ResultOf<'plan-checks'>> {
  const { at, platform, before, after, limit } = command
  const channels = await tx.all<{ channelNo: number; channelId: string; isDue: number }>(
    `select c.channel as "channelNo", c.channel_id as "channelId",
       case when exists (select 1 from members m where m.channel = c.channel and ${duePeople}) then 1 else 0 end as "isDue"
     from channels c where c.channel > ? and c.platform = ? and c.type <> 'user' and c.bot_present = 1
     order by c.channel limit ${given}`,
    before,
    after,
    platform,
    limit,
  )
  const due = channels.filter(({ isDue }) => isDue === 1)
  for (const [index, { channelNo, channelId }] of due.entries()) {
    await lockChannel(tx, channelNo)
    await planJob(tx, channelNo, { kind: 'check-members', channelId }, at, at + index * spreadMs)
  }
  return { after: channels[limit - 1]?.channelNo ?? null }
}

/** People who are gone are recorded as having left, as if the platform had reported it when it was asked. */
export async function recordChecks(tx: Sql, command: CommandOf<'record-checks'>): Promise<null> {
  const { at, channelId, here, gone } = command
  const row = await tx.get<{ channel: number }>('select channel from channels where channel_id = ?', channelId)
  if (!row) return null
  const channelNo = row.channel
  if (here === 'everyone') {
    await tx.run('update channels set returned_at = null where channel = ?', channelNo)
    return null
  }
  for (const userId of here) {
    await tx.run(
      'update members set checked_at = ? where channel = ? and user_id = ? and checked_at < ?',
      at,
      channelNo,
      userId,
      at,
    )
  }
  const happenings: NewHappening[] = []
  const channel: LeftChannel = {
    channelNo,
    isBackedUp: () => tx.intake.isBackedUp(channelNo),
    forgetBackup() {},
    noteChange() {},
    noteHappenings: (some) => void happenings.push(...some),
  }
  const left = await recordLeave(tx, channel, gone, at)
  await addHappenings(tx, channelNo, at, happenings)
  for (const [userId, role] of left) {
    if (role === 'owner') continue
    await audit(tx, channelNo, { kind: 'system' }, at, { action: 'member.gone', target: userId, detail: { role } })
  }
  if (left.size > 0) {
    if (happenings.length === 0) await noteChange(tx, channelNo, at, { kind: 'member' })
    await planJob(tx, channelNo, { kind: 'refresh-channel', channelId }, at)
  }
  return null
}
