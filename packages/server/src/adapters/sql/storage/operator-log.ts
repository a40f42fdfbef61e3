import { randomUUID } from 'node:crypto'
import type { OperatorLogRecord } from '../../../ports/store.ts'
import { given, type Reader, type Sql } from '../sql.ts'

type Entry = { at: number; actor: string; action: string; subject: string; detail?: Record<string, unknown> }

/** Never put a secret into `detail`. */
export async function noteOperator(tx: Sql, { at, actor, action, subject, detail = {} }: Entry): Promise<void> {
  await tx.run(
    'insert into operator_log (entry_id, at, actor, action, subject, detail) values (?, ?, ?, ?, ?, ?)',
    randomUUID(),
    at,
    actor,
    action,
    subject,
    JSON.stringify(detail),
  )
}

/** Newest first. */
export async function listOperatorLog(sql: Reader, limit: number): Promise<OperatorLogRecord[]> {
  const rows = await sql.all<{ at: number; actor: string; action: string; subject: string; detail: string }>(
    `select at, actor, action, subject, detail from operator_log order by at desc, entry_id limit ${given}`,
    limit,
  )
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) }))
}
