import type { EventSubject, SentEvent } from '../../../ports/webhooks.ts'
import type { Sql } from '../sql.ts'

type NewDelivery = {
  channelNo: number
  webhookId: string
  no: number
  event: SentEvent
  subject: EventSubject
  at: number
  nextAt: number
}

export async function addDelivery(tx: Sql, delivery: NewDelivery): Promise<void> {
  const { channelNo, webhookId, no, event, subject, at, nextAt } = delivery
  await tx.run(
    `insert into webhook_deliveries (channel, webhook_id, no, event, subject, at, attempts, next_at, tried_at, status, problem, answer)
     values (?, ?, ?, ?, ?, ?, 0, ?, null, null, '', '')`,
    channelNo,
    webhookId,
    no,
    event,
    JSON.stringify(subject),
    at,
    nextAt,
  )
}
