import { Temporal } from 'temporal-polyfill'
import type { Sql } from '../../sql/sql.ts'

// Messages are in one partition per month. Those older than the first month, or later than the last, are in the two at the
// ends; the later one is empty except for wrong clocks. So months are added at the end without moving a row.

/** How many months are created ahead. */
const monthsAhead = 3

type Month = { year: number; month: number }

const before = 'messages_before'
const after = 'messages_after'

/** Creates missing partitions, from the month of `from` to a few months after `at`. Runs inside a transaction. */
export async function addPartitions(tx: Sql, { from, at }: { from: number; at: number }): Promise<void> {
  const end = plus(monthOf(at), monthsAhead)
  const known = await findLast(tx)
  if (known && startOf(next(known)) > startOf(end)) return
  if (known) await lockAll(tx)
  // Another node may have been first.
  const last = known && (await findLast(tx))
  let month = last ? next(last) : monthOf(from)
  if (!last)
    await tx.run(`create table ${before} partition of messages for values from (minvalue) to (${startOf(month)})`)
  else {
    if (startOf(month) > startOf(end)) return
    // Some clock is far ahead: its months are created when they are near.
    if (await tx.get(`select 1 from ${after} limit 1`)) return
    await tx.run(`drop table ${after}`)
  }
  for (; startOf(month) <= startOf(end); month = next(month)) {
    await tx.run(
      `create table ${nameOf(month)} partition of messages for values from (${startOf(month)}) to (${startOf(next(month))})`,
    )
  }
  await tx.run(`create table ${after} partition of messages for values from (${startOf(month)}) to (maxvalue)`)
}

/**
 * Drops the first months that ended before this time and are empty; late messages for one of them go to the first partition.
 * Returns their names. Runs inside a transaction.
 */
export async function dropEmptied(tx: Sql, instant: number): Promise<string[]> {
  if ((await listEmptied(tx, instant)).length === 0) return []
  await lockAll(tx)
  const emptied = await listEmptied(tx, instant)
  const first = (await listMonths(tx))[emptied.length]
  if (emptied.length === 0 || !first) return []
  for (const month of emptied) await tx.run(`drop table ${nameOf(month)}`)
  await tx.run(`alter table messages detach partition ${before}`)
  await tx.run(`alter table messages attach partition ${before} for values from (minvalue) to (${startOf(first)})`)
  return emptied.map(nameOf)
}

/** The whole table is locked before any of its parts, or two transactions could wait for each other. */
async function lockAll(tx: Sql): Promise<void> {
  await tx.run('lock table messages in access exclusive mode')
}

async function listEmptied(tx: Sql, instant: number): Promise<Month[]> {
  const emptied: Month[] = []
  for (const month of await listMonths(tx)) {
    if (startOf(next(month)) > instant || (await tx.get(`select 1 from ${nameOf(month)} limit 1`))) break
    emptied.push(month)
  }
  return emptied
}

async function findLast(tx: Sql): Promise<Month | undefined> {
  return (await listMonths(tx)).at(-1)
}

async function listMonths(tx: Sql): Promise<Month[]> {
  const rows = await tx.all<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'messages'::regclass and c.relname ~ '^messages_[0-9]{4}_[0-9]{2}$' order by c.relname`,
  )
  return rows.map(({ name }) => ({ year: Number(name.slice(9, 13)), month: Number(name.slice(14)) }))
}

function monthOf(time: number): Month {
  const { year, month } = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('UTC')
  return { year, month }
}

function plus({ year, month }: Month, months: number): Month {
  const count = year * 12 + month - 1 + months
  return { year: Math.floor(count / 12), month: (count % 12) + 1 }
}

const next = (month: Month) => plus(month, 1)

const startOf = ({ year, month }: Month) => Date.UTC(year, month - 1, 1)

const nameOf = ({ year, month }: Month) => `messages_${year}_${String(month).padStart(2, '0')}`
