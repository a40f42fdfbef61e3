import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type PostgresServer, startPostgres } from './server.ts'
import { openServerFolder, unprivileged } from './server-folders.ts'

/**
 * Starts a streaming replica of a running server. From then on the server acknowledges nothing that the replica has not written
 * to its disk, so a promotion loses nothing.
 */
export async function startStandby(primary: PostgresServer): Promise<PostgresServer> {
  const draft = mkdtempSync(`${openServerFolder()}/standby-of-${process.pid}-`)
  const client = new Client({ connectionString: primary.url })
  await client.connect()
  try {
    own(draft)
    await client.query("select pg_backup_start('standby', true)")
    // Files that vanish while they are copied belong to ended sessions and are not needed.
    spawnSync('cp', ['-R', '-p', primary.dataDir, `${draft}/data`], unprivileged)
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    rmSync(`${draft}/data/postmaster.pid`, { force: true })
    write(`${draft}/data/backup_label`, rows[0].labelfile)
    write(`${draft}/data/standby.signal`, '')
    const { hostname, port, username, password } = new URL(primary.url)
    const source = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`
    const standby = await startPostgres({ copyOf: `${draft}/data`, settings: { primary_conninfo: source } })
    await client.query("alter system set synchronous_standby_names = 'standby'")
    await client.query('select pg_reload_conf()')
    while ((await client.query("select from pg_stat_replication where sync_state = 'sync'")).rowCount === 0)
      await sleep(20)
    return standby
  } finally {
    await client.end()
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Makes a replica accept writes. Resolves when it does. */
export async function promote(standby: PostgresServer): Promise<void> {
  const client = new Client({ connectionString: standby.url })
  await client.connect()
  await client.query('select pg_promote(true)')
  await client.end()
}

/** A stopped server becomes a replica when it starts again, as after a failover. */
export function demote(stopped: PostgresServer): void {
  write(`${stopped.dataDir}/standby.signal`, '')
}

function write(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 })
  own(path)
}

function own(path: string): void {
  const { uid, gid } = unprivileged
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}
