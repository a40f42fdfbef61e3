import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { databasePath } from '../../../src/domain/storage/data-folder.ts'
import { seedChannel } from '../../store/seed-channel.ts'
import { newFolder, type Running, serve, withData } from '../process/process.ts'
import type { PolledPlatform } from './polled-platform.ts'
import { polledPlatform } from './polling-connector.ts'

const program = fileURLToPath(new URL('polling-program.ts', import.meta.url))

/** A service as a real process that asks a platform for events. Its store can be read while no process runs. */
export type PollingService = {
  dataDir: string
  channelId: string
  start(options?: StartOptions): Promise<Running>
  /** Reads what is committed, without the program. */
  query<Row>(text: string): Promise<Row[]>
}

type StartOptions = {
  /** The name of the node, and the one under which the platform sees its polls. */
  by?: string
  /** Most updates in a batch. */
  limit?: number
  dataDir?: string
  /** A fault: batches are confirmed before they are stored. */
  confirmsEarly?: boolean
  /** Kills the process when this resolves. */
  killAt?: Promise<unknown>
}

/** `env`: of the database and the files, if it isn't SQLite in a folder. */
export async function openPollingService(
  platform: PolledPlatform,
  env: Record<string, string> = {},
  dataDir = newFolder(),
): Promise<PollingService> {
  const channelId = 'C-polled'
  const people = { owner: 'U-owner', members: ['U-guest'], subscribers: ['U-owner'] }
  await withData(dataDir, ({ store }) => seedChannel(store, channelId, people, Date.now(), polledPlatform), { env })
  const url = env.INNKEEPER_DATABASE_URL
  return {
    dataDir,
    channelId,
    start: ({ by = 'a', limit = 100, dataDir: folder = dataDir, confirmsEarly = false, killAt } = {}) => {
      const polled = { url: platform.url, by, limit, confirmsEarly }
      const settings = { ...env, INNKEEPER_NODE: by, POLLING_OPTIONS: JSON.stringify(polled) }
      return serve(folder, { under: [process.execPath], program, env: settings, ...(killAt && { killAt }) })
    },
    query: (text) => queryStore({ dataDir, url }, text),
  }
}

/** Reads what is committed, without the program. `url`: of the database, if it isn't SQLite in the folder. */
export async function queryStore<Row>(
  { dataDir, url }: { dataDir: string; url: string | undefined },
  text: string,
): Promise<Row[]> {
  return (url === undefined ? queryFile(dataDir, text) : await queryServer(url, text)) as Row[]
}

function queryFile(dataDir: string, text: string): unknown[] {
  const database = new DatabaseSync(databasePath(dataDir))
  try {
    return database.prepare(text).all()
  } finally {
    database.close()
  }
}

async function queryServer(connectionString: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
