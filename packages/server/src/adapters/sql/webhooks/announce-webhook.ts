import { say } from '../../../domain/assistant/outgoing-message.ts'
import type { ReplyRight } from '../../../domain/assistant/reply.ts'
import type { Job } from '../../../domain/jobs/job.ts'
import { pushUntil } from '../../../domain/jobs/job-outcome.ts'
import { botTexts } from '../../../domain/platforms/bot-texts.ts'
import { getQuiet } from '../assistant/sending/quiet.ts'
import { planSend } from '../assistant/sending/sends.ts'
import type { OpenChannel } from '../channels/open-channels.ts'
import { planJob } from '../jobs/jobs.ts'
import type { Defaults, Sql } from '../sql.ts'

type Contents = 'thin' | 'full'

/**
 * Tells the chat that what happens there is sent to another program. Where pushes aren't allowed, with the next reply that nothing else
 * needs.
 */
export async function announceWebhook(
  tx: Sql,
  { channelId, webhookId, at }: { channelId: string; webhookId: string; at: number },
): Promise<void> {
  const row = await tx.get<{ channelNo: number; language: string; contents: Contents; canPush: number }>(
    `select c.channel as "channelNo", cs.language, w.contents,
       case when cs.allow_push = 1 and c.bot_present = 1 and c.owner_disabled = 0 and coalesce(a.quiet_until, 0) <= ?
         then 1 else 0 end as "canPush"
     from webhooks w join channels c on c.channel = w.channel join channel_settings cs on cs.channel = c.channel
     join assistants a on a.channel = c.channel where w.webhook_id = ?`,
    at,
    webhookId,
  )
  if (!row) return
  const { channelNo, language, contents, canPush } = row
  if (canPush === 0) {
    await tx.run('update webhooks set is_news = 1 where webhook_id = ?', webhookId)
    await tx.run('update channels set webhook_news = 1 where channel = ?', channelNo)
    return
  }
  const plan = async (job: Job, delayMs = 0) => void (await planJob(tx, channelNo, job, at, at + delayMs))
  const push = { until: pushUntil('notice', at) }
  const speech = say(botTexts(language).webhook[contents])
  await planSend(tx, { channelNo, channelId, plan }, { kind: 'notice', at, speech, reply: null, push })
}

/** Those that couldn't be announced when they were turned on. Not while the bot is muted. */
export async function announceWebhooksNow(
  tx: Sql,
  defaults: Defaults,
  channel: OpenChannel,
  { at, reply }: { at: number; reply: ReplyRight },
): Promise<void> {
  const { channelNo, language } = channel
  const { quietUntil } = await getQuiet(tx, defaults, channelNo)
  if (quietUntil !== null && quietUntil > at) return
  const news = await tx.all<{ contents: Contents }>(
    'select contents from webhooks where channel = ? and is_news = 1 and off_because is null',
    channelNo,
  )
  await tx.run('update webhooks set is_news = 0 where channel = ? and is_news = 1', channelNo)
  await tx.run('update channels set webhook_news = 0 where channel = ?', channelNo)
  channel.noteWebhooksAnnounced()
  if (news.length === 0) return
  const most = news.some(({ contents }) => contents === 'full') ? 'full' : 'thin'
  await planSend(tx, channel, { kind: 'notice', at, speech: say(botTexts(language).webhook[most]), reply })
}
