import { readFileSync, writeFileSync } from 'node:fs'
import { Client } from 'pg'
import { startPostgres } from './server.ts'
import { openServerFolder, underLock } from './server-folders.ts'

/**
 * The URL of one server that all processes of a test run share. The first caller starts it. It stops when the process `ownerPid`
 * ends, which is the test runner, or this process if a test file runs on its own. `TEST_DATABASE_URL` overrides it.
 */
export async function ensureSharedPostgres(ownerPid = runnerPid()): Promise<string> {
  const url = found.get(ownerPid) ?? (await findNamed()) ?? (await findOrStart(ownerPid))
  found.set(ownerPid, url)
  return url
}

/** By owner, so that later calls don't connect again. */
const found = new Map<number, string>()

async function findNamed(): Promise<string | undefined> {
  const named = process.env.TEST_DATABASE_URL
  if (named === undefined) return undefined
  const trouble = await findTrouble(named)
  if (trouble === undefined) return named
  throw new Error(`NO POSTGRESQL FOR THE TESTS. The server in TEST_DATABASE_URL does not answer (${trouble.message}); \
start it, or unset the variable so that the tests start their own server.`)
}

async function findOrStart(ownerPid: number): Promise<string> {
  const name = `shared-of-${ownerPid}`
  const addressFile = `${openServerFolder()}/${name}.url`
  return underLock(name, async () => {
    const known = readAddress(addressFile)
    if (known !== undefined && (await findTrouble(known)) === undefined) return known
    const { url } = await startPostgres({ ownerPid, inMemory: true })
    writeFileSync(addressFile, url, { mode: 0o600 })
    return url
  })
}

function runnerPid(): number {
  // Set by Node's test runner in the processes that it starts.
  return process.env.NODE_TEST_CONTEXT === undefined ? process.pid : process.ppid
}

function readAddress(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

async function findTrouble(url: string): Promise<Error | undefined> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error as Error
  } finally {
    await client.end().catch(() => {})
  }
}
