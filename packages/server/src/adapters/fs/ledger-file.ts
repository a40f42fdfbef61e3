import { createReadStream, statSync } from 'node:fs'
import { open, truncate } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { invalid } from '../../domain/refusal.ts'
import { createLedgerReader, findLedgerEntry, renderLedgerLine } from '../../domain/storage/ledger-lines.ts'
import { databaseName, ledgerName } from '../../domain/storage/snapshot-manifest.ts'
import type { LedgerPieces, LedgerSource } from '../../ports/storage/erasure-ledger.ts'
import { appendDurably } from './durable.ts'

export const ledgerBesideTar = (path: string) => `${path}.${ledgerName}`

/** Undefined if there is no such file. Reading throws a refusal at a line that can't be parsed. */
export function readLedger(path: string): LedgerPieces | undefined {
  return statSync(path, { throwIfNoEntry: false }) && readPieces(path)
}

async function* readPieces(path: string): LedgerPieces {
  const reader = createLedgerReader(path)
  for await (const text of createReadStream(path, 'utf8')) yield reader.take(text)
  reader.end()
}

/** The path may be a ledger file, a data folder or a snapshot. */
export function readLedgerAt(place: string): LedgerPieces {
  const path = resolve(place)
  const found = findAt(path)
  if (!found) throw invalid(`${path} does not exist, or cannot be reached by this user.`)
  if (found.isFile()) return readLedger(path.endsWith('.tar') ? ledgerBesideTar(path) : path) ?? refuse(path)
  const entries = readLedger(join(path, ledgerName))
  if (entries) return entries
  // A data folder in which nothing was ever erased has no ledger.
  return findAt(join(path, databaseName)) ? nothing() : refuse(path)
}

function findAt(path: string) {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

async function* nothing(): LedgerPieces {}

function refuse(path: string): never {
  throw invalid(`No removal list found at ${path}. Choose a file named ${ledgerName}, a data folder, or a snapshot.`)
}

const entriesAtOnce = 1_000
/** A line has about 200 bytes. */
const tailBytes = 64 * 1024
const stillWritingMs = 200

/**
 * Appends the store's entries after the last one in the file, so the file is never read from the start. Two processes doing
 * this at once may write a line twice, which is harmless. On the disk when the promise resolves.
 */
export async function extendLedger(path: string, source: LedgerSource): Promise<void> {
  const last = await findLastLine(path)
  const entry = last === undefined ? undefined : findLedgerEntry(last)
  // If this store does not know the entry, for example in a copied ledger, all entries are added once.
  let after = (entry && (await source.findLedgerNumber(entry))) ?? 0
  for (;;) {
    const entries = await source.listLedger(after, entriesAtOnce)
    if (entries.length > 0) await appendDurably(path, entries.map(renderLedgerLine).join(''))
    if (entries.length < entriesAtOnce) return
    after = entries.at(-1)?.no ?? after
  }
}

/** Undefined if the file is empty or missing. A line that a crash cut off is removed; it is written again. */
async function findLastLine(path: string): Promise<string | undefined> {
  for (let seen = -1; ; ) {
    const tail = await readTail(path)
    if (!tail) return undefined
    const { size, bytes } = tail
    const end = bytes.lastIndexOf(0x0a) + 1
    if (end === bytes.length)
      return bytes.toString('latin1', bytes.lastIndexOf(0x0a, end - 2) + 1, end - 1) || undefined
    if (end === 0 && size > bytes.length) throw new Error(`${path} is not a removal list: one of its lines is too long`)
    // Another process may be writing it.
    if (seen !== size) await pause(stillWritingMs)
    else await truncate(path, size - bytes.length + end)
    seen = size
  }
}

async function readTail(path: string): Promise<{ size: number; bytes: Buffer } | undefined> {
  try {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      const length = Math.min(size, tailBytes)
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
      return { size, bytes: buffer.subarray(0, bytesRead) }
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
