import type { WebhookServiceEvent } from '@innkeeper/contract'
import { attemptsInOrder } from '../../../domain/webhooks/deliver.ts'
import type {
  BusyWebhook,
  DeliveryRecord,
  PlannedWebhook,
  SendingWebhook,
  StoppedWebhook,
  WaitingDelivery,
  WebhookRecord,
} from '../../../ports/webhooks.ts'
import { given, type Reader } from '../sql.ts'
import { serviceNo } from './service-events.ts'

const columns = `w.webhook_id as "webhookId", w.user_id as "userId", w.url, w.events, w.contents, w.created_at as "createdAt",
  w.secret_no as "secretNo", w.secret_at as "secretAt", w.off_because as "offBecause", w.off_at as "offAt", w.sent_at as "sentAt",
  w.failing_since as "failingSince"`
/** It belongs to the service, or to a channel that is still there. */
const hasPlace = `(w.channel = ${serviceNo} or c.channel is not null)`
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

export async function listServiceWebhooks(sql: Reader): Promise<WebhookRecord<WebhookServiceEvent>[]> {
  return ofService(await listWebhooks(sql, serviceNo))
}

export async function findServiceWebhook(
  sql: Reader,
  webhookId: string,
): Promise<WebhookRecord<WebhookServiceEvent> | undefined> {
  const found = await findWebhook(sql, serviceNo, webhookId)
  return found && ofService([found])[0]
}

/** The table is the same, and the events are what was asked for when they were created. */
const ofService = (records: WebhookRecord[]) => records as unknown as WebhookRecord<WebhookServiceEvent>[]

export async function listWebhooksToPlan(sql: Reader): Promise<PlannedWebhook[]> {
  const rows = await sql.all<Stored<PlannedWebhook>>(
    `select w.webhook_id as "webhookId", w.user_id as "userId", w.events, c.channel as "channelNo", c.channel_id as "channelId",
       w.change_no as "changeNo", c.last_change as "lastChange"
     from webhooks w join channels c on c.channel = w.channel
     where w.off_because is null and w.change_no < c.last_change order by w.webhook_id`,
  )
  return rows.map(withEvents)
}

export async function listBusyWebhooks(sql: Reader, at: number): Promise<BusyWebhook[]> {
  return await sql.all(
    `select w.webhook_id as "webhookId", w.user_id as "userId", c.channel_id as "channelId"
     from webhooks w left join channels c on c.channel = w.channel
     where w.off_because is null and w.paused_until <= ? and ${hasPlace} and exists (
       select 1 from webhook_deliveries d where ${isWaiting} and d.next_at <= ?
     ) order by w.webhook_id`,
    at,
    at,
  )
}

export async function findSendingWebhook(sql: Reader, webhookId: string): Promise<SendingWebhook | undefined> {
  return await sql.get(
    `select w.webhook_id as "webhookId", w.user_id as "userId", c.channel_id as "channelId", w.url, w.contents,
       w.secret_no as "secretNo", w.secret_at as "secretAt", w.failing_since as "failingSince", w.failed_at as "failedAt",
       w.paused_until as "pausedUntil"
     from webhooks w left join channels c on c.channel = w.channel
     where w.webhook_id = ? and w.off_because is null and ${hasPlace}`,
    webhookId,
  )
}

export async function listStoppedWebhooks(sql: Reader, userIds: readonly string[]): Promise<StoppedWebhook[]> {
  return await sql.all(
    `select w.user_id as "userId", c.channel_id as "channelId", w.off_at as "offAt"
     from (${eachOf[sql.engine]}) asked join webhooks w on w.user_id = asked.user_id and w.off_because in ('gone', 'failing')
     join channels c on c.channel = w.channel where w.off_at is not null order by w.off_at, w.webhook_id`,
    JSON.stringify(userIds),
  )
}

/** The engines unpack lists differently. */
const eachOf = {
  sqlite: 'select value as user_id from json_each(?)',
  postgres: 'select value as user_id from json_array_elements_text(cast(? as json))',
}

export async function countWebhooks(sql: Reader): Promise<{ on: number; failing: number; waiting: number }> {
  const row = await sql.get<{ on: number; failing: number; waiting: number }>(
    `select count(*) as "on", count(failing_since) as failing,
       (select count(*) from webhook_deliveries where next_at is not null and channel <> ?) as waiting
     from webhooks where off_because is null and channel <> ?`,
    serviceNo,
    serviceNo,
  )
  return row ?? { on: 0, failing: 0, waiting: 0 }
}

const withEvents = <Row>({ events, ...row }: Stored<Row>) => ({ ...row, events: JSON.parse(events) }) as Row

const selectDeliveries = `select no, event, subject, at, attempts, next_at as "nextAt", tried_at as "triedAt", status,
    nullif(problem, '') as failure, detail, answer from webhook_deliveries`

type DeliveryRow = Omit<DeliveryRecord, 'subject'> & { subject: string }

export async function listDeliveries(sql: Reader, webhookId: string, limit: number): Promise<DeliveryRecord[]> {
  const rows = await sql.all<DeliveryRow>(
    `${selectDeliveries} where webhook_id = ? order by no desc limit ${given}`,
    webhookId,
    limit,
  )
  return rows.map(withSubject)
}

/** Events that are tried apart from the others hold up nothing, so only those that are due are looked at. */
export async function findNextDelivery(
  sql: Reader,
  webhookId: string,
  at: number,
): Promise<WaitingDelivery | undefined> {
  const row = await sql.get<DeliveryRow & { nextAt: number }>(
    `${selectDeliveries} where webhook_id = ? and next_at is not null and (next_at <= ? or attempts <= ?) order by no limit 1`,
    webhookId,
    at,
    attemptsInOrder,
  )
  return row && row.nextAt <= at ? withSubject(row) : undefined
}

const withSubject = <Row extends DeliveryRow>({ subject, ...row }: Row) => ({ ...row, subject: JSON.parse(subject) })
