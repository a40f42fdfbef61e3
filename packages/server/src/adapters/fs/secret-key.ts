import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createSealingKey } from '../../domain/secrets/sealing.ts'

const fileName = 'secret.key'

export function secretKeyPath(dataDir: string): string {
  return join(dataDir, fileName)
}

/** The lines of the file, the newest key first; empty if there is none. */
export function readSecretKeys(dataDir: string): string[] {
  const path = secretKeyPath(dataDir)
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** If another process was faster, its key is kept. */
export function createSecretKey(dataDir: string): void {
  const draft = writeDraft(dataDir, [createSealingKey()])
  try {
    linkSync(draft, secretKeyPath(dataDir))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

/** The newest key first. A reader sees either the old or the new lines. */
export function replaceSecretKeys(dataDir: string, keys: readonly string[]): void {
  renameSync(writeDraft(dataDir, keys), secretKeyPath(dataDir))
}

/** Readable for the service's user only, and on the disk when this returns. */
function writeDraft(dataDir: string, keys: readonly string[]): string {
  const draft = `${secretKeyPath(dataDir)}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, `${keys.join('\n')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return draft
}
