import type { LedgerEntry, NumberedEntry } from '../../../domain/storage/erasure.ts'
import type { LedgerState } from '../../../ports/records.ts'
import { given, type Reader } from '../sql.ts'

export async function listLedger(sql: Reader, after: number, limit: number): Promise<NumberedEntry[]> {
  return await sql.all<NumberedEntry>(
    `select kind, subject, nullif(channel_subject, '') as "channelSubject", at, no from ledger_entries where no > ?
     order by no limit ${given}`,
    after,
    limit,
  )
}

export async function findLedgerNumber(
  sql: Reader,
  { kind, subject, channelSubject, at }: LedgerEntry,
): Promise<number | undefined> {
  const row = await sql.get<{ no: number | null }>(
    'select no from ledger_entries where kind = ? and subject = ? and channel_subject = ? and at = ?',
    kind,
    subject,
    channelSubject ?? '',
    at,
  )
  return row?.no ?? undefined
}

/** Erasures have their own table, from which they are copied here. */
export const erasureIsNew = `not exists (
    select 1 from ledger_entries l where l.kind = e.kind and l.subject = e.subject
      and l.channel_subject = coalesce(e.channel_subject, '') and l.at = e.at
  )`

export async function getLedgerState(sql: Reader): Promise<LedgerState> {
  const state = await sql.get<LedgerState>(
    `select coalesce((select max(no) from ledger_entries), 0) as last,
       (select count(*) from ledger_entries where no is null) + (select count(*) from erasures e where ${erasureIsNew}) as waiting`,
  )
  if (!state) throw new Error('The count returned no row')
  return state
}
