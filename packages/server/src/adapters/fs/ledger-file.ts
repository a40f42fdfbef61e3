import { readFile, stat, truncate } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { databaseName, ledgerName } from '../../domain/backup-manifest.ts'
import type { LedgerEntry } from '../../domain/erasure.ts'
import { readLedgerLines, renderLedgerLine } from '../../domain/ledger-lines.ts'
import { invalid } from '../../domain/refusal.ts'
import { appendDurably } from './durable.ts'

export const ledgerBesideTar = (path: string) => `${path}.${ledgerName}`

/** Undefined where there is no such file. Throws a refusal where a line of it cannot be understood. */
export async function readLedger(path: string): Promise<LedgerEntry[] | undefined> {
  const text = await readText(path)
  return text === undefined ? undefined : readLedgerLines(text, path)
}

/** For whoever names a place: a ledger, a data folder, or a backup. */
export async function readLedgerAt(place: string): Promise<LedgerEntry[]> {
  const path = resolve(place)
  const found = await stat(path).catch(() => undefined)
  if (!found) throw invalid(`${path} does not exist, or cannot be reached by this user.`)
  if (found.isFile()) return (await readLedger(path.endsWith('.tar') ? ledgerBesideTar(path) : path)) ?? refuse(path)
  const entries = await readLedger(join(path, ledgerName))
  if (entries) return entries
  // A data folder in which nothing was ever erased has none.
  return (await stat(join(path, databaseName)).catch(() => undefined)) ? [] : refuse(path)
}

function refuse(path: string): never {
  throw invalid(`${path} is no ledger of erasures, and none lies there. It is called ${ledgerName}.`)
}

/** Adds those that are not there yet. On the disk when the promise resolves. */
export async function addToLedger(path: string, entries: LedgerEntry[]): Promise<void> {
  const text = (await readText(path)) ?? ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const known = new Set(whole.split('\n'))
  const missing = entries.map(renderLedgerLine).filter((line) => !known.has(line.trimEnd()))
  if (missing.length === 0 && whole === text) return
  // Cut off by a crash while it was written, and written again now.
  if (whole !== text) await truncate(path, Buffer.byteLength(whole))
  await appendDurably(path, missing.join(''))
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}
