import { say } from '../../../domain/assistant/outgoing-message.ts'
import type { Job } from '../../../domain/jobs/job.ts'
import { pushUntil } from '../../../domain/jobs/job-outcome.ts'
import { planSend } from '../assistant/sending/sends.ts'
import { planJob } from '../jobs/jobs.ts'
import type { Sql } from '../sql.ts'

/** Posts a notice in the chat if pushes are allowed there and the bot isn't muted. Otherwise returns false. */
export async function announceNotice(
  tx: Sql,
  { channelNo, at }: { channelNo: number; at: number },
  textIn: (language: string) => string,
): Promise<boolean> {
  const row = await tx.get<{ channelId: string; language: string; canPush: number }>(
    `select c.channel_id as "channelId", cs.language,
       case when cs.allow_push = 1 and c.bot_present = 1 and c.owner_disabled = 0 and coalesce(a.quiet_until, 0) <= ?
         then 1 else 0 end as "canPush"
     from channels c join channel_settings cs on cs.channel = c.channel join assistants a on a.channel = c.channel
     where c.channel = ?`,
    at,
    channelNo,
  )
  if (!row || row.canPush === 0) return false
  const { channelId, language } = row
  const plan = async (job: Job, delayMs = 0) => void (await planJob(tx, channelNo, job, at, at + delayMs))
  const push = { until: pushUntil('notice', at) }
  const speech = say(textIn(language))
  await planSend(tx, { channelNo, channelId, plan }, { kind: 'notice', at, speech, reply: null, push })
  return true
}
