import type { WebhookServiceEvent } from '@innkeeper/contract'
import type { ServiceSubject } from '../../../domain/webhooks/service-event.ts'
import type { Sql } from '../sql.ts'
import { addDelivery } from './add-delivery.ts'

/** Of the service, in the place of a channel's number. Those begin with 1. */
export const serviceNo = 0

/** In the transaction of its cause, so that each event is sent once it is a fact. The caller has locked `upkeep`. */
export async function addServiceEvent(
  tx: Sql,
  event: WebhookServiceEvent,
  { at, subject }: { at: number; subject: ServiceSubject },
): Promise<void> {
  const webhooks = await tx.all<{ webhookId: string; events: string }>(
    'select webhook_id as "webhookId", events from webhooks where channel = ? and off_because is null order by webhook_id',
    serviceNo,
  )
  for (const { webhookId, events } of webhooks) {
    if (!(JSON.parse(events) as string[]).includes(event)) continue
    const [row] = await tx.returning<{ no: number }>(
      'update webhooks set last_no = last_no + 1 where webhook_id = ? returning last_no as no',
      webhookId,
    )
    if (row) await addDelivery(tx, { channelNo: serviceNo, webhookId, no: row.no, nextAt: at, event, subject, at })
  }
}
