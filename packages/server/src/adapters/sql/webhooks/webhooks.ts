import { webhookLimits } from '@innkeeper/contract'
import { invalid, Refusal } from '../../../domain/refusal.ts'
import type { InChannel } from '../../../ports/commands/authority.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { audit } from '../channels/audit.ts'
import { accessScene } from '../members/authority.ts'
import type { Sql } from '../sql.ts'
import { announceWebhook } from './announce-webhook.ts'
import { turnOff } from './turn-off.ts'

/** What happens from now on is sent. */
export async function createWebhook(tx: Sql, command: CommandOf<'create-webhook'>): Promise<null> {
  const { webhookId, userId, url, events, contents, at } = command
  const { channelNo } = await accessScene(tx, command)
  const had = await tx.get<{ count: number }>('select count(*) as count from webhooks where channel = ?', channelNo)
  if ((had?.count ?? 0) >= webhookLimits.perChannel)
    throw invalid(`A channel can have at most ${webhookLimits.perChannel} webhooks; delete one first`)
  await tx.run(
    `insert into webhooks (webhook_id, channel, user_id, url, events, contents, created_at, secret_no, secret_at, off_because,
       change_no, last_no, sent_at, failing_since, paused_until)
     select ?, channel, ?, ?, ?, ?, ?, 1, ?, null, last_change, 0, null, null, 0 from channels where channel = ?`,
    webhookId,
    userId,
    url,
    JSON.stringify(events),
    contents,
    at,
    at,
    channelNo,
  )
  // The address may contain a secret.
  await audit(tx, channelNo, command.by, at, { action: 'webhook.created', target: webhookId, detail: { contents } })
  await announceWebhook(tx, command)
  return null
}

export async function changeWebhook(tx: Sql, command: CommandOf<'change-webhook'>): Promise<null> {
  const { webhookId, change, at } = command
  const { url, events, contents, isOn } = change
  const { channelNo, isOwn, isOn: wasOn, contents: before } = await accessWebhook(tx, command)
  const othersOwn = url !== undefined || events !== undefined || contents !== undefined || isOn === true
  if (!isOwn && othersOwn) throw new Refusal('permission-denied')
  const set = (column: string, value: string | null) =>
    tx.run(`update webhooks set ${column} = ? where webhook_id = ?`, value, webhookId)
  if (url !== undefined) await set('url', url)
  if (events !== undefined) await set('events', JSON.stringify(events))
  if (contents !== undefined) await set('contents', contents)
  if (isOn === true) {
    // What happened while it was off isn't sent.
    await tx.run(
      `update webhooks set off_because = null, off_at = null, failing_since = null, failed_at = null, paused_until = 0,
         change_no = (select c.last_change from channels c where c.channel = webhooks.channel)
       where webhook_id = ? and off_because is not null`,
      webhookId,
    )
  }
  if (isOn === false) await turnOff(tx, webhookId, 'person', at)
  const tellsMore = contents === 'full' && before === 'thin' && wasOn
  if (isOn !== false && (tellsMore || (isOn === true && !wasOn))) await announceWebhook(tx, command)
  const action = isOn === false ? 'webhook.turned-off' : 'webhook.changed'
  await audit(tx, channelNo, command.by, at, { action, target: webhookId })
  return null
}

export async function deleteWebhook(tx: Sql, command: CommandOf<'delete-webhook'>): Promise<null> {
  const { webhookId, at } = command
  const { channelNo } = await accessWebhook(tx, command)
  await tx.run('delete from webhook_deliveries where webhook_id = ?', webhookId)
  await tx.run('delete from webhooks where webhook_id = ?', webhookId)
  await audit(tx, channelNo, command.by, at, { action: 'webhook.deleted', target: webhookId })
  return null
}

export async function renewWebhookSecret(
  tx: Sql,
  command: CommandOf<'renew-webhook-secret'>,
): Promise<{ secretNo: number }> {
  const { webhookId, at } = command
  const { channelNo, isOwn } = await accessWebhook(tx, command)
  if (!isOwn) throw new Refusal('permission-denied')
  const [row] = await tx.returning<{ secretNo: number }>(
    'update webhooks set secret_no = secret_no + 1, secret_at = ? where webhook_id = ? returning secret_no as "secretNo"',
    at,
    webhookId,
  )
  if (!row) throw new Refusal('webhook-not-found')
  await audit(tx, channelNo, command.by, at, { action: 'webhook.secret-renewed', target: webhookId })
  return row
}

/** Everyone who manages the channel can stop a webhook. Only its owner decides what it sends, and where. */
export async function accessWebhook(
  tx: Sql,
  command: InChannel & { webhookId: string },
): Promise<{ channelNo: number; isOwn: boolean; isOn: boolean; contents: 'thin' | 'full' }> {
  const { channelNo } = await accessScene(tx, command)
  const found = await tx.get<{ userId: string; offBecause: string | null; contents: 'thin' | 'full' }>(
    'select user_id as "userId", off_because as "offBecause", contents from webhooks where channel = ? and webhook_id = ?',
    channelNo,
    command.webhookId,
  )
  if (!found) throw new Refusal('webhook-not-found')
  const isOwn = command.by.kind === 'operator' || command.by.userId === found.userId
  return { channelNo, isOwn, isOn: found.offBecause === null, contents: found.contents }
}
