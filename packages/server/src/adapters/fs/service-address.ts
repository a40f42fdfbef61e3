import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const addressPath = (dataDir: string) => join(dataDir, 'serve.address')

/** Lets commands on the same data folder find the address of the running service. Returns a function that removes it. */
export function noteAddress(dataDir: string, address: string): () => void {
  writeFileSync(addressPath(dataDir), `${address}\n`, { mode: 0o600 })
  return () => rmSync(addressPath(dataDir), { force: true })
}

/** Undefined if no service is running; after a crash, the last one's address. */
export function findAddress(dataDir: string): string | undefined {
  try {
    return readFileSync(addressPath(dataDir), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
