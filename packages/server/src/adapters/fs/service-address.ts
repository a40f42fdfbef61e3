import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const addressPath = (dataDir: string) => join(dataDir, 'serve.address')

/** Tells commands on the same data folder where people reach the service that runs on it; what it returns takes that back. */
export function noteAddress(dataDir: string, address: string): () => void {
  writeFileSync(addressPath(dataDir), `${address}\n`, { mode: 0o600 })
  return () => rmSync(addressPath(dataDir), { force: true })
}

/** Undefined where no service runs; after a crash, where the last one was. */
export function findAddress(dataDir: string): string | undefined {
  try {
    return readFileSync(addressPath(dataDir), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
