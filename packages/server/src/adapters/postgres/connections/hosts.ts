import type pg from 'pg'
import { readDatabaseUrl, type SessionKind } from '../../../domain/storage/database-url.ts'
import { WrongServer } from './trouble.ts'

/** The servers of one database, of which one is used until it fails. */
export type Hosts = {
  count: number
  /** The URL to connect to. */
  current(): string
  /** After a failure at this one, the next is used. */
  fail(url: string): void
  /** Rejects if the server behind a new connection is not of the kind that is wanted, such as a standby. */
  admit(client: Pick<pg.Client, 'query'>): Promise<void>
}

const known = new Map<string, Hosts>()

/** Shared by all connections of a thread: where one found the server, the others look first. */
export function hostsOf(url: string): Hosts {
  const hosts = known.get(url) ?? createHosts(url)
  known.set(url, hosts)
  return hosts
}

function createHosts(text: string): Hosts {
  const { urls, wants } = readDatabaseUrl(text) ?? { urls: [text], wants: 'any' as const }
  let index = 0
  return {
    count: urls.length,
    current: () => urls[index] ?? text,
    fail(url) {
      if (urls[index] === url) index = (index + 1) % urls.length
    },
    async admit(client) {
      if (wants === 'any') return
      const { rows } = await client.query(askKind)
      const kind = rows[0] as Kind | undefined
      if (!kind || !isWanted(wants, kind)) throw new WrongServer(`The server is not ${wants}`)
    },
  }
}

type Kind = { isStandby: number; isReadOnly: number }

const askKind = `select pg_is_in_recovery() as "isStandby", cast(current_setting('transaction_read_only') as boolean) as "isReadOnly"`

function isWanted(wants: Exclude<SessionKind, 'any'>, { isStandby, isReadOnly }: Kind): boolean {
  if (wants === 'read-write') return !isReadOnly
  if (wants === 'read-only') return Boolean(isReadOnly)
  return (wants === 'standby') === Boolean(isStandby)
}
