import { Temporal } from 'temporal-polyfill'
import type { Sql } from '../sql/sql.ts'

// Messages lie in a partition for each month. What is older than the first month, or later than the last, lies in the two at the
// ends, of which the later is empty but for clocks that are wrong: so months are added at the end without moving a row.

/** How many months are made ahead. */
const monthsAhead = 3

type Month = { year: number; month: number }

const before = 'messages_before'
const after = 'messages_after'

/** Makes what is missing, from the month of `from` to some months after `at`. Inside a transaction of its own. */
export async function addPartitions(tx: Sql, { from, at }: { from: number; at: number }): Promise<void> {
  const last = await findLast(tx)
  const begin = last ? next(last) : monthOf(from)
  const end = plus(monthOf(at), monthsAhead)
  if (!last)
    await tx.run(`create table ${before} partition of messages for values from (minvalue) to (${startOf(begin)})`)
  else {
    if (startOf(begin) > startOf(end)) return
    // Somebody's clock is far ahead: the months come when it has been caught up with.
    if (await tx.get(`select 1 from ${after} limit 1`)) return
    await tx.run(`drop table ${after}`)
  }
  let month = begin
  for (; startOf(month) <= startOf(end); month = next(month)) {
    await tx.run(
      `create table ${nameOf(month)} partition of messages for values from (${startOf(month)}) to (${startOf(next(month))})`,
    )
  }
  await tx.run(`create table ${after} partition of messages for values from (${startOf(month)}) to (maxvalue)`)
}

/** Drops months that ended before this instant and hold nothing any more. Answers their names. */
export async function dropEmptied(tx: Sql, instant: number): Promise<string[]> {
  const dropped: string[] = []
  for (const month of await listMonths(tx)) {
    if (startOf(next(month)) > instant) continue
    const name = nameOf(month)
    await tx.run(`lock table ${name} in access exclusive mode`)
    if (await tx.get(`select 1 from ${name} limit 1`)) continue
    await tx.run(`drop table ${name}`)
    dropped.push(name)
  }
  return dropped
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
