import { randomUUID } from 'node:crypto'
import type { OperatorLogRecord } from '../../../ports/operator-store.ts'
import { given, type Reader, type Sql } from '../sql.ts'

/** Without values, because some are secrets. */
export async function noteOperator(tx: Sql, { at, actor, action, subject }: OperatorLogRecord): Promise<void> {
  await tx.run(
    'insert into operator_log (entry_id, at, actor, action, subject) values (?, ?, ?, ?, ?)',
    randomUUID(),
    at,
    actor,
    action,
    subject,
  )
}

/** Newest first. */
export async function listOperatorLog(sql: Reader, limit: number): Promise<OperatorLogRecord[]> {
  return await sql.all<OperatorLogRecord>(
    `select at, actor, action, subject from operator_log order by at desc, entry_id limit ${given}`,
    limit,
  )
}
