import { webhookLimits } from '@innkeeper/contract'
import type { CommandOf } from '../../../ports/commands.ts'
import { refuseLostTurn } from '../jobs/fence.ts'
import { given, type Sql } from '../sql.ts'
import { accessWebhook, turnOff } from './webhooks.ts'

const keptMs = webhookLimits.keptDays * 86_400_000

/** Each change becomes events once, whichever node looks at it. */
export async function planDeliveries(tx: Sql, command: CommandOf<'plan-deliveries'>): Promise<null> {
  const { at, webhookId, after, changeNo, events } = command
  const [row] = await tx.returning<{ channelNo: number; lastNo: number }>(
    `update webhooks set change_no = ?, last_no = last_no + ? where webhook_id = ? and change_no = ? and off_because is null
     returning channel as "channelNo", last_no as "lastNo"`,
    changeNo,
    events.length,
    webhookId,
    after,
  )
  if (!row) return null
  for (const [index, event] of events.entries()) {
    await tx.run(
      `insert into webhook_deliveries (channel, webhook_id, no, event, subject, at, attempts, next_at, tried_at, status, problem, answer)
       values (?, ?, ?, ?, ?, ?, 0, ?, null, null, '', '')`,
      row.channelNo,
      webhookId,
      row.lastNo - events.length + 1 + index,
      event.event,
      JSON.stringify(event.subject),
      event.at,
      at,
    )
  }
  return null
}

export async function recordDeliveries(tx: Sql, command: CommandOf<'record-deliveries'>): Promise<null> {
  const { at, webhookId, attempts, pausedUntil, off, turn } = command
  if (turn !== undefined) await refuseLostTurn(tx, 'webhooks', turn)
  for (const { no, attempts: made, nextAt, triedAt, status, problem, answer } of attempts) {
    await tx.run(
      `update webhook_deliveries set attempts = ?, next_at = cast(? as bigint), tried_at = ?, status = cast(? as bigint), problem = ?,
         answer = ? where webhook_id = ? and no = ?`,
      made,
      nextAt,
      triedAt,
      status,
      problem,
      answer,
      webhookId,
      no,
    )
  }
  const sent = attempts.findLast(({ isSent }) => isSent)
  const last = attempts.at(-1)
  await tx.run(
    `update webhooks set paused_until = ?, sent_at = coalesce(cast(? as bigint), sent_at),
       failing_since = case when cast(? as bigint) = 1 then null else coalesce(failing_since, cast(? as bigint)) end
     where webhook_id = ?`,
    pausedUntil,
    sent?.triedAt ?? null,
    last?.isSent === false ? 0 : 1,
    last?.triedAt ?? at,
    webhookId,
  )
  if (off !== undefined) await turnOff(tx, webhookId, off)
  return null
}

/** They keep their numbers, by which receivers know them. */
export async function repeatDeliveries(tx: Sql, command: CommandOf<'repeat-deliveries'>): Promise<{ events: number }> {
  const { at, webhookId, which } = command
  await accessWebhook(tx, command)
  const [condition, value] = 'no' in which ? ['no = ?', which.no] : ['at >= ?', which.since]
  const events = await tx.run(
    `update webhook_deliveries set attempts = 0, next_at = ? where webhook_id = ? and ${condition}`,
    at,
    webhookId,
    value,
  )
  return { events }
}

/** What is older than can be repeated. */
export async function forgetDeliveries(
  tx: Sql,
  { at, limit }: CommandOf<'forget-deliveries'>,
): Promise<{ more: boolean }> {
  const rows = await tx.all<{ webhookId: string; no: number }>(
    `select webhook_id as "webhookId", no from webhook_deliveries where at < ? order by at limit ${given}`,
    at - keptMs,
    limit,
  )
  for (const { webhookId, no } of rows)
    await tx.run('delete from webhook_deliveries where webhook_id = ? and no = ?', webhookId, no)
  return { more: rows.length === limit }
}
