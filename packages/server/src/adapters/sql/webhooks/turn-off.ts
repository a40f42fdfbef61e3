import type { Sql } from '../sql.ts'

/** Waiting events are dropped. After the webhook is turned on again, only new events are wanted. */
export async function turnOff(
  tx: Sql,
  webhookId: string,
  because: 'person' | 'gone' | 'failing',
  at: number,
): Promise<void> {
  const offAt = because === 'person' ? null : at
  await tx.run(
    'update webhooks set off_because = ?, off_at = cast(? as bigint) where webhook_id = ?',
    because,
    offAt,
    webhookId,
  )
  await tx.run('update webhook_deliveries set next_at = null where webhook_id = ? and next_at is not null', webhookId)
}

/** A restored copy would send everything twice. If it isn't a copy, its owners turn their webhooks on again. */
export async function turnOffRestored(tx: Sql): Promise<void> {
  await tx.run("update webhooks set off_because = 'restored' where off_because is null")
  await tx.run('update webhook_deliveries set next_at = null where next_at is not null')
}
