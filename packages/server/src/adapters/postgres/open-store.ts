import { Refusal } from '../../domain/refusal.ts'
import type { Command } from '../../ports/commands.ts'
import type { Store } from '../../ports/store.ts'
import { readInstance } from '../sql/instance.ts'
import { readSecret } from '../sql/metadata.ts'
import { createReads, type Reads } from '../sql/reads.ts'
import type { Defaults, Reader } from '../sql/sql.ts'
import { watchCommits } from './commits.ts'
import type { Address } from './connections/client.ts'
import { openReaders } from './connections/readers.ts'
import { openNodes } from './nodes.ts'
import { prepareDatabase, refuseFewConnections } from './open-database.ts'
import { openInlineWriter, openThreadWriter, type TurnTaker, type WriterOptions } from './writer.ts'

export type StoreOptions = Address & {
  defaults: Defaults
  /** Most connections altogether. */
  pool: number
  /** How many connections the whole node may open. Refused if the server allows fewer. */
  needs?: number
}

/** The store of a running service, which writes in a thread. */
export function openServiceStore(options: StoreOptions): Promise<Store> {
  return openStore(options, openThreadWriter)
}

/** The store of a command, which may run beside services. */
export function openCommandStore(options: StoreOptions): Promise<Store> {
  return openStore(options, openInlineWriter)
}

/** Any number of them can use one database at once. */
async function openStore(
  { url, defaults, pool, needs }: StoreOptions,
  openWriter: (options: WriterOptions) => TurnTaker | Promise<TurnTaker>,
): Promise<Store> {
  const address = { url }
  await prepareDatabase(address)
  if (needs !== undefined) await refuseFewConnections(address, needs)
  // One connection listens, one is for coordination between nodes; a third of the rest reads, with shared connections; each
  // writer has its own.
  const reading = Math.max(1, Math.floor((pool - 2) / 3))
  const readers = openReaders(address, reading)
  const writer = await openWriter({ url, defaults, connections: Math.max(1, pool - 2 - reading) })
  const commits = watchCommits(address)
  const nodes = openNodes(address, writer.setTurn)
  const close = async () => {
    await writer.close()
    await Promise.all([commits.close(), nodes.close()])
    await readers.close()
  }
  try {
    const write = async (command: Command) => {
      const result = await writer.write(command)
      if (!unnoticed.has(command.kind)) commits.note()
      return result
    }
    return {
      ...createReads(readers.sql, defaults),
      ping: () => refuseReadOnly(readers.sql),
      onCommit: commits.on,
      nodes,
      write: write as Store['write'],
      secret: await readSecret(readers.sql),
      instance: await readInstance(readers.sql),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** What other nodes need not look at, and happens many times a second on each of them. */
const unnoticed: ReadonlySet<Command['kind']> = new Set(['claim-jobs', 'extend-leases', 'note-alive'])

/** A standby, or a server that an administrator set to read-only, answers every question and stores nothing. */
async function refuseReadOnly(sql: Reader): Promise<void> {
  const row = await sql.get<{ isReadOnly: number }>(
    `select cast(current_setting('transaction_read_only') as boolean) as "isReadOnly" from facts limit 1`,
  )
  if (row?.isReadOnly) throw new Refusal('unavailable', 'the store is read-only')
}

/** For a thread beside the service's store: sees what is committed, writes nothing. */
export async function openReadingStore({ url, defaults, pool }: StoreOptions): Promise<Reads & Pick<Store, 'secret'>> {
  const { sql } = openReaders({ url }, pool)
  return { ...createReads(sql, defaults), secret: await readSecret(sql) }
}
