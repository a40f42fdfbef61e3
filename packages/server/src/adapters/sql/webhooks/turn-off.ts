import type { Sql } from '../sql.ts'

/** What waits is dropped: whoever turns it on again wants what happens then. */
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

/** A copy would send everything twice. Whoever knows that it isn't one turns them on again. */
export async function turnOffRestored(tx: Sql): Promise<void> {
  await tx.run("update webhooks set off_because = 'restored' where off_because is null")
  await tx.run('update webhook_deliveries set next_at = null where next_at is not null')
}
