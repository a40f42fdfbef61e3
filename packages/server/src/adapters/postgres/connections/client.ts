import pg, { type ClientConfig } from 'pg'
import type { JobKind } from '../../../domain/jobs/job.ts'
import { intakeOn } from '../../sql/platforms/intake-statements.ts'
import type { Sql, Statements, Value } from '../../sql/sql.ts'
import { hostsOf } from './hosts.ts'
import { bindable, prepared } from './statements.ts'

/** The address of a database, and its time limits. */
export type Address = { url: string }

/**
 * Nothing waits without a limit: not a connection, not a lock, not a statement. The last one is for a server that disappeared,
 * and longer than the server's own limit, so that the server's error arrives first.
 */
const limits = {
  connectionTimeoutMillis: 5_000,
  lock_timeout: 10_000,
  statement_timeout: 30_000,
  query_timeout: 40_000,
  idle_in_transaction_session_timeout: 60_000,
} as const

/** `host`: the URL of the server to connect to. */
export function clientConfig(host: string): ClientConfig & { pipeline: true } {
  return {
    connectionString: host,
    application_name: 'innkeeper',
    keepAlive: true,
    // Statements are sent without waiting for the result of the one before.
    pipeline: true,
    types: { getTypeParser: parserOf as ClientConfig['types'] extends { getTypeParser: infer T } ? T : never },
    ...limits,
  }
}

/** A connection that isn't shared. `longestMs`: the time limit of a statement that no request waits for. */
export async function connect(address: Address, { longestMs }: { longestMs?: number } = {}): Promise<pg.Client> {
  const longer = longestMs === undefined ? {} : { statement_timeout: longestMs, query_timeout: longestMs + 10_000 }
  const hosts = hostsOf(address.url)
  for (let tries = 1; ; tries++) {
    const host = hosts.current()
    const client = new pg.Client({ ...clientConfig(host), ...longer })
    // Pending queries receive the error; without a listener it would end the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await hosts.admit(client)
      return client
    } catch (error) {
      void client.end().catch(() => undefined)
      hosts.fail(host)
      if (tries >= hosts.count) throw error
    }
  }
}

/** Our SQL on a connection. `noteQueue`: told about job queues whose jobs have changed. */
export function sqlOn(
  client: Pick<pg.ClientBase, 'query'>,
  noteQueue: (channelNo: number, kind: JobKind) => void = () => undefined,
): Sql {
  const all = async <Row>(text: string, ...values: Value[]) =>
    (await client.query({ ...prepared(text), values: values.map(bindable) })).rows as Row[]
  const statements: Statements = {
    engine: 'postgres',
    async get<Row>(text: string, ...values: Value[]) {
      return (await client.query({ ...prepared(text), values: values.map(bindable) })).rows[0] as Row | undefined
    },
    all,
    async lists<Row extends (Value | Uint8Array)[]>(text: string, ...values: Value[]) {
      const answer = await client.query({ ...prepared(text), values: values.map(bindable), rowMode: 'array' })
      return answer.rows as Row[]
    },
    async run(text: string, ...values: Value[]) {
      return (await client.query({ ...prepared(text), values: values.map(bindable) })).rowCount ?? 0
    },
    returning: all,
  }
  return { ...statements, intake: intakeOn(statements, noteQueue) }
}

const oids = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, float8: 701, numeric: 1700 } as const

/** Numbers become numbers, and booleans 0 and 1, as in SQLite; everything else stays text. */
function parserOf(oid: number): (text: string) => unknown {
  switch (oid) {
    case oids.bool:
      return (text) => (text === 't' ? 1 : 0)
    case oids.int2:
    case oids.int4:
    case oids.int8:
    case oids.float8:
    case oids.numeric:
      return Number
    default:
      return (text) => text
  }
}
