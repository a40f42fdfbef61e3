import { say } from '../../../domain/assistant/outgoing-message.ts'
import type { ReplyRight } from '../../../domain/assistant/reply.ts'
import { botTexts } from '../../../domain/platforms/bot-texts.ts'
import { takeAskingNews } from '../asking/announce-asking.ts'
import { getQuiet } from '../assistant/sending/quiet.ts'
import { planSend } from '../assistant/sending/sends.ts'
import type { OpenChannel } from '../channels/open-channels.ts'
import type { Defaults, Sql } from '../sql.ts'
import { announceNotice } from './announce-notice.ts'

type Contents = 'thin' | 'full'

/**
 * Tells the chat that what happens there is sent to another program. Where pushes aren't allowed, with the next reply that nothing else
 * needs.
 */
export async function announceWebhook(tx: Sql, { webhookId, at }: { webhookId: string; at: number }): Promise<void> {
  const row = await tx.get<{ channelNo: number; contents: Contents }>(
    'select channel as "channelNo", contents from webhooks where webhook_id = ?',
    webhookId,
  )
  if (!row) return
  const { channelNo, contents } = row
  if (await announceNotice(tx, { channelNo, at }, (language) => botTexts(language).webhook[contents])) return
  await tx.run('update webhooks set is_news = 1 where webhook_id = ?', webhookId)
  await tx.run('update channels set webhook_news = 1 where channel = ?', channelNo)
}

/** What couldn't be announced when it was turned on: webhooks, and asking with a language model. Not while the bot is muted. */
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
  const { webhook, asking } = botTexts(language)
  const texts: string[] = []
  if (news.length > 0) texts.push(webhook[news.some(({ contents }) => contents === 'full') ? 'full' : 'thin'])
  if (await takeAskingNews(tx, channelNo)) texts.push(asking.on)
  if (texts.length > 0) await planSend(tx, channel, { kind: 'notice', at, speech: say(texts.join('\n\n')), reply })
}
