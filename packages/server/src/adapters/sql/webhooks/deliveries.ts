import { webhookLimits } from '@innkeeper/contract'
import { Refusal } from '../../../domain/refusal.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { audit } from '../channels/audit.ts'
import { refuseLostTurn } from '../jobs/fence.ts'
import { given, type Sql } from '../sql.ts'
import { noteOperator } from '../storage/operator-log.ts'
import { addDelivery } from './add-delivery.ts'
import { addServiceEvent, serviceNo } from './service-events.ts'
import { turnOff } from './turn-off.ts'
import { accessWebhook } from './webhooks.ts'

const keptMs = webhookLimits.keptDays * 86_400_000

/** Each change becomes events once, whichever node looks at it. */
export async function planDeliveries(tx: Sql, command: CommandOf<'plan-deliveries'>): Promise<null> {
  const { at, webhookId, after, changeNo } = command
  const events = (await repeatsReset(tx, command)) ? [] : command.events
  const [row] = await tx.returning<{ channelNo: number; lastNo: number }>(
    `update webhooks set change_no = ?, last_no = last_no + ? where webhook_id = ? and change_no = ? and off_because is null
     returning channel as "channelNo", last_no as "lastNo"`,
    changeNo,
    events.length,
    webhookId,
    after,
  )
  if (!row) return null
  const { channelNo, lastNo } = row
  for (const [index, event] of events.entries()) {
    await addDelivery(tx, { ...event, channelNo, webhookId, no: lastNo - events.length + 1 + index, nextAt: at })
  }
  return null
}

/** One says everything that another would, as long as nothing was sent. */
async function repeatsReset(tx: Sql, { webhookId, events }: CommandOf<'plan-deliveries'>): Promise<boolean> {
  if (events.length !== 1 || events[0]?.event !== 'channel.reset') return false
  const waiting = await tx.get(
    `select 1 from webhook_deliveries d join webhooks w on w.webhook_id = d.webhook_id and w.last_no = d.no
     where d.webhook_id = ? and d.event = 'channel.reset' and d.attempts = 0 and d.next_at is not null`,
    webhookId,
  )
  return waiting !== undefined
}

export async function recordDelivery(tx: Sql, command: CommandOf<'record-delivery'>): Promise<null> {
  const { at, webhookId, url, attempt, pausedUntil, off, turn } = command
  if (turn !== undefined) await refuseLostTurn(tx, 'webhooks', turn)
  const { no, before, attempts, nextAt, triedAt, status, failure, detail, answer, failingSince, failedAt } = attempt
  // Turned off meanwhile: it counts, and isn't tried again.
  await tx.run(
    `update webhook_deliveries set tried_at = ?, status = cast(? as bigint), problem = ?, detail = ?, answer = ?,
       attempts = case when next_at is null or (attempts = ? and next_at = ?) then ? else attempts end,
       next_at = case when attempts = ? and next_at = ? then cast(? as bigint) else next_at end
     where webhook_id = ? and no = ?`,
    triedAt,
    status,
    failure ?? '',
    detail,
    answer,
    before.attempts,
    before.nextAt,
    attempts,
    before.attempts,
    before.nextAt,
    nextAt,
    webhookId,
    no,
  )
  const row = await tx.get<{ channelNo: number }>(
    'select channel as "channelNo" from webhooks where webhook_id = ? and url = ? and off_because is null',
    webhookId,
    url,
  )
  // What an address did that it no longer has says nothing.
  if (!row) return null
  await tx.run(
    `update webhooks set paused_until = ?, sent_at = coalesce(cast(? as bigint), sent_at), failing_since = cast(? as bigint),
       failed_at = cast(? as bigint) where webhook_id = ?`,
    pausedUntil,
    failure === null ? triedAt : null,
    failingSince,
    failedAt,
    webhookId,
  )
  if (off === undefined) return null
  await turnOff(tx, webhookId, off, at)
  const action = 'webhook.turned-off'
  if (row.channelNo === serviceNo)
    await noteOperator(tx, { at, actor: '', action: 'webhook.stopped', subject: webhookId })
  else await audit(tx, row.channelNo, { kind: 'system' }, at, { action, target: webhookId, detail: { because: off } })
  const stopped = { webhookId, channelId: command.channelId, because: off }
  await addServiceEvent(tx, action, { at, subject: { stopped } })
  return null
}

/** They keep their numbers, by which receivers know them. */
export async function repeatDeliveries(tx: Sql, command: CommandOf<'repeat-deliveries'>): Promise<{ events: number }> {
  const { at, webhookId, which } = command
  const { isOwn } = await accessWebhook(tx, command)
  if (!isOwn) throw new Refusal('permission-denied')
  const [condition, value] = 'no' in which ? ['no = ?', which.no] : ['at >= ?', which.since]
  const events = await tx.run(
    `update webhook_deliveries set attempts = 0, next_at = ? where webhook_id = ? and ${condition}`,
    at,
    webhookId,
    value,
  )
  return { events }
}

/** What is older than can be repeated. Not what waits: a platform may have told us of it late. */
export async function forgetDeliveries(
  tx: Sql,
  { at, limit }: CommandOf<'forget-deliveries'>,
): Promise<{ more: boolean }> {
  const rows = await tx.all<{ webhookId: string; no: number }>(
    `select webhook_id as "webhookId", no from webhook_deliveries
     where at < ? and next_at is null and (tried_at is null or tried_at < ?) order by at limit ${given}`,
    at - keptMs,
    at - keptMs,
    limit,
  )
  for (const { webhookId, no } of rows)
    await tx.run('delete from webhook_deliveries where webhook_id = ? and no = ?', webhookId, no)
  return { more: rows.length === limit }
}
