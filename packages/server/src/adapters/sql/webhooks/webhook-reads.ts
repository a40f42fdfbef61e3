import type { BusyWebhook, DeliveryRecord, WebhookRecord } from '../../../ports/webhooks.ts'
import { given, type Reader } from '../sql.ts'

const columns = `w.webhook_id as "webhookId", w.user_id as "userId", w.url, w.events, w.contents, w.created_at as "createdAt",
  w.secret_no as "secretNo", w.secret_at as "secretAt", w.off_because as "offBecause", w.sent_at as "sentAt",
  w.failing_since as "failingSince"`
const isWaiting = 'd.webhook_id = w.webhook_id and d.next_at is not null'
const selectWebhooks = `select ${columns},
  (select count(*) from webhook_deliveries d where ${isWaiting}) as waiting from webhooks w`

type Stored<Row> = Omit<Row, 'events'> & { events: string }

export async function listWebhooks(sql: Reader, channelNo: number): Promise<WebhookRecord[]> {
  const rows = await sql.all<Stored<WebhookRecord>>(
    `${selectWebhooks} where w.channel = ? order by w.created_at, w.webhook_id`,
    channelNo,
  )
  return rows.map(withEvents)
}

export async function findWebhook(
  sql: Reader,
  channelNo: number,
  webhookId: string,
): Promise<WebhookRecord | undefined> {
  const row = await sql.get<Stored<WebhookRecord>>(
    `${selectWebhooks} where w.channel = ? and w.webhook_id = ?`,
    channelNo,
    webhookId,
  )
  return row && withEvents(row)
}

/** Those that are paused aren't busy. */
export async function listBusyWebhooks(sql: Reader, at: number): Promise<BusyWebhook[]> {
  const rows = await sql.all<Stored<BusyWebhook>>(
    `select ${columns}, c.channel as "channelNo", c.channel_id as "channelId", w.change_no as "changeNo",
       c.last_change as "lastChange", w.paused_until as "pausedUntil"
     from webhooks w join channels c on c.channel = w.channel
     where w.off_because is null and (w.change_no < c.last_change or (w.paused_until <= ? and exists (
       select 1 from webhook_deliveries d where ${isWaiting} and d.next_at <= ?
     ))) order by w.webhook_id`,
    at,
    at,
  )
  return rows.map(withEvents)
}

const withEvents = <Row>({ events, ...row }: Stored<Row>) => ({ ...row, events: JSON.parse(events) }) as Row

const selectDeliveries = `select no, event, subject, at, attempts, next_at as "nextAt", tried_at as "triedAt", status, problem, answer
  from webhook_deliveries`

type DeliveryRow = Omit<DeliveryRecord, 'subject'> & { subject: string }

export async function listDeliveries(sql: Reader, webhookId: string, limit: number): Promise<DeliveryRecord[]> {
  const rows = await sql.all<DeliveryRow>(
    `${selectDeliveries} where webhook_id = ? order by no desc limit ${given}`,
    webhookId,
    limit,
  )
  return rows.map(withSubject)
}

export async function listWaiting(
  sql: Reader,
  webhookId: string,
  limit: number,
): Promise<(DeliveryRecord & { nextAt: number })[]> {
  const rows = await sql.all<DeliveryRow & { nextAt: number }>(
    `${selectDeliveries} where webhook_id = ? and next_at is not null order by no limit ${given}`,
    webhookId,
    limit,
  )
  return rows.map(withSubject)
}

const withSubject = <Row extends DeliveryRow>({ subject, ...row }: Row) => ({ ...row, subject: JSON.parse(subject) })
