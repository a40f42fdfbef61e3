import type { LedgerEntry } from '../../../domain/storage/erasure.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { given, type Sql } from '../sql.ts'
import { erasureIsNew } from './ledger-reads.ts'

type Removal = { kind: 'message' | 'key'; subject: string; at: number }

/** In the transaction of its cause. It is written to files later, once it has a number, so a crash in between loses nothing. */
export async function noteInLedger(tx: Sql, { kind, subject, at }: Removal): Promise<void> {
  await tx.run(
    'insert into ledger_entries (kind, subject, at) values (?, ?, ?) on conflict do nothing',
    kind,
    subject,
    at,
  )
}

/**
 * Assigns numbers in the order of commits, one command at a time: several nodes write at once, and a reader that has read up to
 * a number must never find a lower one later. Erasures come first, in their order: that is the order in ledgers of earlier
 * versions.
 */
export async function numberLedger(tx: Sql, { limit }: CommandOf<'number-ledger'>): Promise<number> {
  const erased = await tx.all<Key>(
    `select e.kind, e.subject, coalesce(e.channel_subject, '') as "channelSubject", e.at from erasures e where ${erasureIsNew}
     order by e.erasure_id limit ${given}`,
    limit,
  )
  let no = await findLast(tx)
  for (const entry of erased) await insert(tx, entry, { no: ++no, repeated: 0 })
  const waiting = await tx.all<Key>(
    `select kind, subject, channel_subject as "channelSubject", at from ledger_entries where no is null
     order by at, kind, subject limit ${given}`,
    limit,
  )
  for (const { kind, subject, channelSubject, at } of waiting) {
    await tx.run(
      'update ledger_entries set no = ? where kind = ? and subject = ? and channel_subject = ? and at = ?',
      ++no,
      kind,
      subject,
      channelSubject,
      at,
    )
  }
  return erased.length + waiting.length
}

/** Numbered immediately, in the order of the ledger they come from: the ledgers of the restored store continue from there. */
export async function noteRemovals(tx: Sql, { entries }: CommandOf<'note-removals'>): Promise<number> {
  const first = await findLast(tx)
  let no = first
  for (const { kind, subject, channelSubject, at } of entries) {
    no += await insert(tx, { kind, subject, channelSubject: channelSubject ?? '', at }, { no: no + 1, repeated: 1 })
  }
  return no - first
}

/** When the message was unsent or the key revoked; undefined if it is not in the ledger. */
export async function findRemoval(tx: Sql, kind: Removal['kind'], subject: string): Promise<number | undefined> {
  const row = await tx.get<{ at: number }>(
    'select at from ledger_entries where kind = ? and subject = ? order by channel_subject, at limit 1',
    kind,
    subject,
  )
  return row?.at
}

type Key = Omit<LedgerEntry, 'channelSubject'> & { channelSubject: string }

async function insert(
  tx: Sql,
  { kind, subject, channelSubject, at }: Key,
  { no, repeated }: { no: number; repeated: number },
): Promise<number> {
  return await tx.run(
    `insert into ledger_entries (kind, subject, channel_subject, at, no, repeated) values (?, ?, ?, ?, ?, ?)
     on conflict do nothing`,
    kind,
    subject,
    channelSubject,
    at,
    no,
    repeated,
  )
}

async function findLast(tx: Sql): Promise<number> {
  const row = await tx.get<{ last: number }>('select coalesce(max(no), 0) as last from ledger_entries')
  return row?.last ?? 0
}
