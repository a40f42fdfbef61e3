import { sealedWith } from '../../../domain/secrets/sealing.ts'
import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import type { StoredSetting } from '../../../ports/operator-store.ts'
import { accessKey } from '../members/authority.ts'
import { findFact, setFact } from '../metadata.ts'
import { recordAccount } from '../platforms/connections.ts'
import type { Defaults, Reader, Sql } from '../sql.ts'
import { addServiceEvent } from '../webhooks/service-events.ts'
import { noteOperator } from './operator-log.ts'

/** A null value goes back to the default. Values are not noted, because some are secrets. */
export async function saveSettings(tx: Sql, command: CommandOf<'save-settings'>): Promise<ResultOf<'save-settings'>> {
  const { by, at, actor, changes, basis, account, disconnected } = command
  await accessKey(tx, by, at)
  if (basis && !(await isStill(tx, basis))) return 'changed'
  for (const { value, isSealed } of changes) {
    if (isSealed && value !== null && (await isSealedInVain(tx, value))) return 'key-replaced'
  }
  for (const { name, value, isSealed } of changes) {
    if (value === null) await tx.run('delete from settings where name = ?', name)
    else {
      await tx.run(
        `insert into settings (name, value, is_sealed, changed_at, changed_by) values (?, ?, ?, ?, ?)
         on conflict (name) do update set value = excluded.value, is_sealed = excluded.is_sealed,
           changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
        name,
        value,
        isSealed ? 1 : 0,
        at,
        actor,
      )
    }
    const action = value === null ? 'setting.reset' : 'setting.changed'
    await noteOperator(tx, { at, actor, action, subject: name })
  }
  if (account) {
    const { platform, name } = account
    await recordAccount(tx, { kind: 'record-account', at, ...account })
    await addServiceEvent(tx, 'platform.connected', { at, subject: { platform, account: name } })
  }
  if (disconnected !== undefined)
    await addServiceEvent(tx, 'platform.disconnected', { at, subject: { platform: disconnected, account: null } })
  return 'saved'
}

async function isStill(tx: Sql, basis: readonly { name: string; value: string }[]): Promise<boolean> {
  const stored = await tx.all<{ name: string; value: string }>('select name, value from settings')
  const expected = new Map(basis.map(({ name, value }) => [name, value]))
  return stored.length === expected.size && stored.every(({ name, value }) => expected.get(name) === value)
}

/** Keys that a rotation replaced. Their ids reveal nothing about them. */
const retiredFact = 'retired-sealing-keys'

/** Whether the value was sealed with a key that was replaced since, so that no one could open it any more. */
export async function isSealedInVain(tx: Sql, sealed: string): Promise<boolean> {
  const keyId = sealedWith(sealed)
  return keyId !== undefined && (await listRetired(tx)).includes(keyId)
}

async function listRetired(tx: Sql): Promise<string[]> {
  return (await findFact(tx, retiredFact))?.split(' ') ?? []
}

/** Only those that are still as they were when they were read. Returns how many were replaced. */
export async function resealSettings(
  tx: Sql,
  command: CommandOf<'reseal-settings'>,
): Promise<ResultOf<'reseal-settings'>> {
  const { at, keyId, retired, values } = command
  let replaced = 0
  for (const { name, from, to } of values) {
    replaced += await tx.run('update settings set value = ? where name = ? and value = ?', to, name, from)
  }
  if (!retired) return replaced
  const former = new Set([...(await listRetired(tx)), ...retired])
  // A key can be used again, such as one of a setting.
  former.delete(keyId)
  if (former.size > 0) await setFact(tx, retiredFact, [...former].join(' '))
  await noteOperator(tx, { at, actor: 'the command line', action: 'secrets.rotated', subject: '' })
  return replaced
}

export async function listSettings(sql: Reader): Promise<StoredSetting[]> {
  const rows = await sql.all<{
    name: string
    value: string
    is_sealed: number
    changed_at: number
    changed_by: string
  }>('select name, value, is_sealed, changed_at, changed_by from settings order by name')
  return rows.map((row) => ({
    name: row.name,
    value: row.value,
    isSealed: row.is_sealed === 1,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
  }))
}

/** The service's public URL, if it is known. Read each time, because an operator can change it while the service runs. */
export async function findAddress(sql: Reader, defaults: Defaults): Promise<string | undefined> {
  if (!defaults.usesSavedAddress) return defaults.baseUrl
  const saved = await sql.get<{ value: string }>('select value from settings where name = ?', 'baseUrl')
  return saved?.value || defaults.baseUrl
}
