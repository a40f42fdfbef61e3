import type { Store } from '../../../ports/store.ts'
import { given, type Reader } from '../sql.ts'

export async function findAccountId(sql: Reader, platform: string): Promise<string | undefined> {
  const row = await sql.get<{ account_id: string }>('select account_id from accounts where platform = ?', platform)
  return row?.account_id
}

export function listUnreadEvents(sql: Reader, limit: number): ReturnType<Store['listUnreadEvents']> {
  return sql.all(`select at, platform, reason, raw from unread_events order by unread_id desc limit ${given}`, limit)
}
