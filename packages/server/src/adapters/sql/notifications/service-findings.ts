import type { CommandOf } from '../../../ports/commands.ts'
import type { Sql } from '../sql.ts'

/** What comes and goes within this time is one finding, and no one is told twice. */
const forgottenAfterMs = 6 * 60 * 60_000

export async function noteFindings(tx: Sql, { at, findings }: CommandOf<'note-findings'>): Promise<null> {
  // First, so that what is back after longer is new.
  await tx.run('delete from service_findings where seen_at < ?', at - forgottenAfterMs)
  for (const finding of findings) {
    await tx.run(
      `insert into service_findings (finding, since, seen_at) values (?, ?, ?)
       on conflict (finding) do update set seen_at = excluded.seen_at`,
      finding,
      at,
      at,
    )
  }
  return null
}
