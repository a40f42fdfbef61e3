import type { CommandOf } from '../../../ports/commands.ts'
import type { Sql } from '../sql.ts'
import { isSealedInVain } from '../storage/settings.ts'

/** Kept with the settings, so that it is sealed, copied and resealed like other secrets. Of two nodes, the first one decides. */
export async function keepServerKey(tx: Sql, command: CommandOf<'keep-server-key'>): Promise<string | null> {
  const { at, name, sealed, replaces } = command
  const stored = await tx.get<{ value: string }>('select value from settings where name = ?', name)
  if (stored && stored.value !== replaces) return stored.value
  if (await isSealedInVain(tx, sealed)) return null
  await tx.run(
    `insert into settings (name, value, is_sealed, changed_at, changed_by) values (?, ?, 1, ?, 'system')
     on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`,
    name,
    sealed,
    at,
  )
  return sealed
}
