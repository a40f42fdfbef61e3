import { createHash } from 'node:crypto'
import type { Digest, RowSource, RowTarget, Slice } from '../../../ports/storage/migration.ts'
import type { ReportProgress } from '../../../ports/storage/snapshot.ts'

export type TableReport = {
  table: string
  rows: number
  /** Rows that were written or removed; if nothing is written, those of slices that differ. */
  copied: number
  /** Over all rows in the order of the key, computed the same way on both sides; null if they differ. */
  checksum: string | null
}

type Deps = { source: RowSource; target: RowTarget; tell: ReportProgress }

/**
 * Makes every table of the target equal to the source, and verifies what it has written. Equal slices aren't touched, so an
 * interrupted run continues where it was, and a later run copies what has changed since.
 */
export async function copyTables(deps: Deps): Promise<TableReport[]> {
  return await throughTables(deps, async (table, progress) => {
    const report = await copyTable(deps, table, progress)
    if (report !== 'collided') return report
    // Rows that were deleted in the source, but not yet in the target, can conflict with new ones; without them there is no
    // conflict.
    await deps.target.empty(table)
    progress.restart()
    const again = await copyTable(deps, table, progress)
    if (again === 'collided') throw new Error(`rows of ${table} conflict with each other`)
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
    // A rejection is handled when it is awaited, even if reading fails first.
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

/** One row more is enough to see that they differ, however many there are. */
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
