import { readFileSync, writeFileSync } from 'node:fs'
import { Client } from 'pg'
import { openPremises, underLock } from './premises.ts'
import { startPostgres } from './server.ts'

/**
 * The address of one server for all processes of a test run. The first that asks starts it; it ends when the process
 * `ownerPid` does: the test runner's, or this one where a test file is run by itself. `TEST_DATABASE_URL` names another.
 */
export async function ensureSharedPostgres(ownerPid = runnerPid()): Promise<string> {
  const named = process.env.TEST_DATABASE_URL
  if (named !== undefined) return named
  const name = `shared-of-${ownerPid}`
  const addressFile = `${openPremises()}/${name}.url`
  return underLock(name, async () => {
    const known = readAddress(addressFile)
    if (known !== undefined && (await answers(known))) return known
    const { url } = await startPostgres({ ownerPid })
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

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
