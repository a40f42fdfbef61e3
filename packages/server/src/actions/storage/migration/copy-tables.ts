import { createHash } from 'node:crypto'
import type { Digest, RowSource, RowTarget, Slice } from '../../../ports/storage/migration.ts'
import type { Tell } from '../../../ports/storage/snapshot.ts'

export type TableReport = {
  table: string
  rows: number
  /** Rows that were written or removed; where nothing is written, those of slices that are not alike. */
  copied: number
  /** Over all rows in the order of the key, reckoned alike on both sides; null where they differ. */
  checksum: string | null
}

type Deps = { source: RowSource; target: RowTarget; tell: Tell }

/**
 * Makes every table of the target equal to that of the source, and compares what it has written. What is alike already is left as it
 * is: so an interrupted run goes on where it was, and a later one takes in what has changed since.
 */
export async function copyTables(deps: Deps): Promise<TableReport[]> {
  return await throughTables(deps, async (table, progress) => {
    const report = await copyTable(deps, table, progress)
    if (report !== 'collided') return report
    // Rows that are gone from the source, and not yet from the target, exclude others that came: where none are left, none do.
    await deps.target.empty(table)
    progress.restart()
    const again = await copyTable(deps, table, progress)
    if (again === 'collided') throw new Error(`rows of ${table} exclude each other`)
    return again
  })
}

/** Compares all, and writes nothing. */
export async function compareTables(
  deps: Omit<Deps, 'target'> & { target: Pick<RowTarget, 'digest'> },
): Promise<TableReport[]> {
  return await throughTables(deps, async (table, progress) => {
    const sum = createSum(table)
    for await (const slice of deps.source.slices(table)) {
      // A slice may be empty here and not there.
      const different = { isAlike: false, touched: Math.max(slice.rows, 1) }
      sum.add(slice, (await isAlike(deps.target, table, slice)) ? untouched : different)
      progress.advance(slice.rows)
    }
    return sum.report()
  })
}

/** `touched`: how many rows that took. */
type Settled = { isAlike: boolean; touched: number }
type Progress = { advance(rows: number): void; restart(): void }

/** While the server works on one slice, the next is read. */
async function copyTable(
  { source, target }: Deps,
  table: string,
  progress: Progress,
): Promise<TableReport | 'collided'> {
  const sum = createSum(table)
  let under: { slice: Slice; settled: Promise<Settled | 'collided'> } | undefined
  const settle = async () => {
    if (!under) return true
    const settled = await under.settled
    if (settled === 'collided') return false
    sum.add(under.slice, settled)
    progress.advance(under.slice.rows)
    return true
  }
  for await (const slice of source.slices(table)) {
    if (!(await settle())) return 'collided'
    const settled = settleSlice(target, table, slice)
    // Heard when it is waited for, even if reading fails before.
    settled.catch(() => undefined)
    under = { slice, settled }
  }
  return (await settle()) ? sum.report() : 'collided'
}

async function settleSlice(target: RowTarget, table: string, slice: Slice): Promise<Settled | 'collided'> {
  if (await isAlike(target, table, slice)) return untouched
  const replaced = await target.replace(table, slice.range, slice.cells)
  if (replaced === 'collided') return 'collided'
  return { isAlike: await isAlike(target, table, slice), touched: Math.max(replaced.written, replaced.removed) }
}

const untouched: Settled = { isAlike: true, touched: 0 }

/** One row more is enough to see that they differ, however many lie there. */
async function isAlike(
  target: Pick<RowTarget, 'digest'>,
  table: string,
  { range, rows, digest }: Slice,
): Promise<boolean> {
  const there = await target.digest(table, range, rows + 1)
  return there.rows === rows && there.digest === digest
}

function createSum(table: string) {
  const hash = createHash('sha256')
  const sums = { rows: 0, copied: 0 }
  let isWhole = true
  return {
    add({ rows, digest }: Digest, { isAlike, touched }: Settled) {
      hash.update(digest)
      sums.rows += rows
      sums.copied += touched
      if (!isAlike) isWhole = false
    },
    report: (): TableReport => ({ table, ...sums, checksum: isWhole ? hash.digest('hex') : null }),
  }
}

async function throughTables(
  { source, tell }: Pick<Deps, 'source' | 'tell'>,
  work: (table: string, progress: Progress) => Promise<TableReport>,
): Promise<TableReport[]> {
  const counts: number[] = []
  for (const table of source.tables) counts.push(await source.estimateRows(table))
  const total = counts.reduce((sum, count) => sum + count, 0)
  const reports: TableReport[] = []
  let before = 0
  for (const [index, table] of source.tables.entries()) {
    let done = 0
    const advance = (rows: number) => {
      done += rows
      tell({ what: 'rows', done: before + done, total })
    }
    reports.push(await work(table, { advance, restart: () => (done = 0) }))
    before += counts[index] ?? 0
  }
  return reports
}
