import { botTexts } from '../../../domain/platforms/bot-texts.ts'
import type { Sql } from '../sql.ts'
import { announceNotice } from '../webhooks/announce-notice.ts'

/**
 * Tells the chat that messages may now be sent to a language model. Where pushes aren't allowed, with the next reply that nothing else
 * needs.
 */
export async function announceAsking(tx: Sql, { channelNo, at }: { channelNo: number; at: number }): Promise<void> {
  if (await announceNotice(tx, { channelNo, at }, (language) => botTexts(language).asking.on)) return
  await tx.run('update channel_settings set ask_news = 1 where channel = ?', channelNo)
  await tx.run('update channels set webhook_news = 1 where channel = ?', channelNo)
}

/** Whether it still has to be announced; not if it was turned off since. */
export async function takeAskingNews(tx: Sql, channelNo: number): Promise<boolean> {
  const news = await tx.get<{ isOn: number }>(
    'select ask_with_model as "isOn" from channel_settings where channel = ? and ask_news = 1',
    channelNo,
  )
  if (!news) return false
  await tx.run('update channel_settings set ask_news = 0 where channel = ?', channelNo)
  return news.isOn === 1
}
