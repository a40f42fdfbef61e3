import { webhookLimits } from '@innkeeper/contract'
import { invalid, Refusal } from '../../../domain/refusal.ts'
import type { OfWebhook } from '../../../ports/commands/webhooks.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { audit } from '../channels/audit.ts'
import { accessKey, accessScene } from '../members/authority.ts'
import type { Sql } from '../sql.ts'
import { noteOperator } from '../storage/operator-log.ts'
import { announceWebhook } from './announce-webhook.ts'
import { serviceNo } from './service-events.ts'
import { turnOff } from './turn-off.ts'

/** What happens from now on is sent. */
export async function createWebhook(tx: Sql, command: CommandOf<'create-webhook'>): Promise<null> {
  const { webhookId, userId, url, events, contents, at } = command
  const { channelNo, note } = await accessPlace(tx, command)
  const had = await tx.get<{ count: number }>('select count(*) as count from webhooks where channel = ?', channelNo)
  if ((had?.count ?? 0) >= webhookLimits.perChannel)
    throw invalid(
      `${channelNo === serviceNo ? 'The service' : 'A channel'} can have at most ${webhookLimits.perChannel} webhooks; delete one first`,
    )
  await tx.run(
    `insert into webhooks (webhook_id, channel, user_id, url, events, contents, created_at, secret_no, secret_at, off_because,
       change_no, last_no, sent_at, failing_since, paused_until)
     values (?, ?, ?, ?, ?, ?, ?, 1, ?, null, coalesce((select last_change from channels where channel = ?), 0), 0, null, null, 0)`,
    webhookId,
    channelNo,
    userId,
    url,
    JSON.stringify(events),
    contents,
    at,
    at,
    channelNo,
  )
  // The address may contain a secret.
  await note('webhook.created', webhookId, { contents })
  if (command.channelId !== null) await announceWebhook(tx, command)
  return null
}

export async function changeWebhook(tx: Sql, command: CommandOf<'change-webhook'>): Promise<null> {
  const { webhookId, change, at } = command
  const { url, events, contents, isOn } = change
  const { note, isOwn, isOn: wasOn, contents: before } = await accessWebhook(tx, command)
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
         change_no = coalesce((select c.last_change from channels c where c.channel = webhooks.channel), 0)
       where webhook_id = ? and off_because is not null`,
      webhookId,
    )
  }
  if (isOn === false) await turnOff(tx, webhookId, 'person', at)
  const tellsMore = contents === 'full' && before === 'thin' && wasOn
  const isNews = isOn !== false && (tellsMore || (isOn === true && !wasOn))
  if (isNews && command.channelId !== null) await announceWebhook(tx, command)
  await note(isOn === false ? 'webhook.turned-off' : 'webhook.changed', webhookId)
  return null
}

export async function deleteWebhook(tx: Sql, command: CommandOf<'delete-webhook'>): Promise<null> {
  const { webhookId } = command
  const { note } = await accessWebhook(tx, command)
  await tx.run('delete from webhook_deliveries where webhook_id = ?', webhookId)
  await tx.run('delete from webhooks where webhook_id = ?', webhookId)
  await note('webhook.deleted', webhookId)
  return null
}

export async function renewWebhookSecret(
  tx: Sql,
  command: CommandOf<'renew-webhook-secret'>,
): Promise<{ secretNo: number }> {
  const { webhookId, at } = command
  const { note, isOwn } = await accessWebhook(tx, command)
  if (!isOwn) throw new Refusal('permission-denied')
  const [row] = await tx.returning<{ secretNo: number }>(
    'update webhooks set secret_no = secret_no + 1, secret_at = ? where webhook_id = ? returning secret_no as "secretNo"',
    at,
    webhookId,
  )
  if (!row) throw new Refusal('webhook-not-found')
  await note('webhook.secret-renewed', webhookId)
  return row
}

type Place = {
  channelNo: number
  /** In the audit log of the channel, or in the operator log. */
  note(action: string, target: string, detail?: Record<string, unknown>): Promise<void>
}

async function accessPlace(tx: Sql, command: OfWebhook): Promise<Place> {
  const { by, at } = command
  if (command.channelId === null) {
    await accessKey(tx, by, at)
    const { actor } = command
    return { channelNo: serviceNo, note: (action, subject) => noteOperator(tx, { at, actor, action, subject }) }
  }
  const { channelNo } = await accessScene(tx, command)
  return {
    channelNo,
    note: (action, target, detail) => audit(tx, channelNo, by, at, { action, target, ...(detail && { detail }) }),
  }
}

type Found = Place & { isOwn: boolean; isOn: boolean; contents: 'thin' | 'full' }

/** Everyone who manages the channel can stop a webhook. Only its owner decides what it sends, and where. */
export async function accessWebhook(tx: Sql, command: OfWebhook & { webhookId: string }): Promise<Found> {
  const place = await accessPlace(tx, command)
  const found = await tx.get<{ userId: string; offBecause: string | null; contents: 'thin' | 'full' }>(
    'select user_id as "userId", off_because as "offBecause", contents from webhooks where channel = ? and webhook_id = ?',
    place.channelNo,
    command.webhookId,
  )
  if (!found) throw new Refusal('webhook-not-found')
  const { by, channelId } = command
  const isOwn = channelId === null || by.kind === 'operator' || by.userId === found.userId
  return { ...place, isOwn, isOn: found.offBecause === null, contents: found.contents }
}
