import { closeSync, existsSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { databasePath } from '../../../domain/storage/data-folder.ts'
import { type Connection, openConnection } from '../connection.ts'

/**
 * The engine overwrites deleted rows in place (`secure_delete`). But rows move between pages when pages are split or joined,
 * and a page keeps copies of moved rows in its unused middle. This fills that middle with zeros, on a database that no one else
 * has open. Only bytes that the engine never reads are changed, so being killed in between does no harm. Returns whether all of
 * it is clean now.
 */
export function scrubFreePages(dataDir: string, { timeLimitMs }: { timeLimitMs: number }): boolean {
  const path = databasePath(dataDir)
  // If there is a log, a process has it open, or the log still has to be checkpointed.
  if (!existsSync(path) || existsSync(`${path}-wal`)) return false
  const until = performance.now() + timeLimitMs
  // Opened before the engine's locks and closed after them: closing a file drops every lock this process has on it.
  const file = openSync(path, 'r+')
  try {
    const outcome = wipe(file, path, until)
    if (outcome === 'wiped') forgetNote(path)
    return outcome !== 'interrupted'
  } finally {
    closeSync(file)
  }
}

function wipe(file: number, path: string, until: number): 'clean' | 'wiped' | 'interrupted' {
  const connection = openConnection(path, { busyTimeoutMs: 0 })
  try {
    if (!isNoted(connection)) return 'clean'
    // Fails if another process has the database open.
    if (!takeAlone(connection)) return 'interrupted'
    const pageSize = Number(connection.pragma('page_size'))
    const isTree = new Uint8Array(Number(connection.pragma('page_count')))
    const trees = "select pgoffset from dbstat where pagetype in ('leaf', 'internal')"
    for (const offset of connection.values<number>(trees)) {
      if (performance.now() > until) return 'interrupted'
      isTree[offset / pageSize] = 1
    }
    for (let first = 0; first < isTree.length; first += pagesAtOnce) {
      if (performance.now() > until) return 'interrupted'
      wipePages(file, first, isTree.subarray(first, first + pagesAtOnce), pageSize)
    }
    fsyncSync(file)
    return 'wiped'
  } finally {
    connection.close()
  }
}

function isNoted(connection: Connection): boolean {
  for (const _ of connection.values("select value from facts where name = 'unwiped'")) return true
  return false
}

function takeAlone(connection: Connection): boolean {
  try {
    connection.exec('pragma journal_mode = delete; begin exclusive')
    return true
  } catch {
    return false
  }
}

/** With a new connection, which hasn't cached the old pages. */
function forgetNote(path: string): void {
  const connection = openConnection(path)
  try {
    connection.exec("pragma secure_delete = on; delete from facts where name = 'unwiped'")
  } finally {
    connection.close()
  }
}

const pagesAtOnce = 256
const headerOfFile = 100

function wipePages(file: number, first: number, isTree: Uint8Array, pageSize: number): void {
  const pages = Buffer.allocUnsafe(isTree.length * pageSize)
  readSync(file, pages, 0, pages.length, first * pageSize)
  for (let index = 0; index < isTree.length; index++) {
    if (isTree[index] !== 1) continue
    const page = pages.subarray(index * pageSize, (index + 1) * pageSize)
    const [from, to] = unusedMiddle(page, first + index === 0 ? headerOfFile : 0)
    if (from >= to || page.compare(zeros, 0, to - from, from, to) === 0) continue
    writeSync(file, zeros, 0, to - from, (first + index) * pageSize + from)
  }
}

/** As large as the largest page size. */
const zeros = Buffer.alloc(65536)

/** https://www.sqlite.org/fileformat2.html#b_tree_pages: header, cell pointers, unused middle, cells. */
function unusedMiddle(page: Buffer, header: number): [from: number, to: number] {
  const type = page.readUInt8(header)
  const headerSize = type === 2 || type === 5 ? 12 : type === 10 || type === 13 ? 8 : 0
  if (headerSize === 0) return [0, 0]
  const from = header + headerSize + 2 * page.readUInt16BE(header + 3)
  const to = page.readUInt16BE(header + 5) || 65536
  return to > page.length ? [0, 0] : [from, to]
}
