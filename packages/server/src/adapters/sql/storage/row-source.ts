import { createHash } from 'node:crypto'
import type { Cell, Digest, Key, Row, RowSource } from '../../../ports/storage/migration.ts'
import { storable } from '../row-list.ts'
import { given, type Reader } from '../sql.ts'
import { type CopiedTable, copiedTables, getCopiedTable } from './copied-tables.ts'

/** Few enough to fit in memory, even if each is as long as a message can be. */
const sliceRows = 2000

/** The rows of a store. The caller makes sure that it doesn't change meanwhile. */
export function createRowSource(sql: Reader): RowSource {
  return {
    tables: copiedTables.map(({ name }) => name),
    async estimateRows(name) {
      const row = await sql.get<{ count: number }>(sql.engine === 'sqlite' ? countOf(name) : estimateOf(name))
      return row?.count ?? 0
    },
    async *slices(name) {
      const table = getCopiedTable(name)
      let after: Key | undefined
      do {
        const found: Row[] = await sql.lists<Row>(sliceStatement(table, after), ...(after ?? []), sliceRows)
        const last = found[sliceRows - 1]
        const to: Key | undefined = last && keyOf(table, last)
        const cells = found.map((row) => row.map(storable))
        yield { range: { after, to }, cells, ...digestOf(cells) }
        after = to
      } while (after)
    },
  }
}

const countOf = (name: string) => `select count(*) as count from ${name}`

/** Counting a large table takes the server longer than the time limit of a statement. */
const estimateOf = (name: string) =>
  `select cast(coalesce(sum(greatest(reltuples, 0)), 0) as bigint) as count from pg_class where relkind = 'r'
   and (oid = '${name}'::regclass or oid in (select inhrelid from pg_inherits where inhparent = '${name}'::regclass))`

/** The same statement on both engines: each has an index in this order. */
function sliceStatement({ name, key, columns }: CopiedTable, after: Key | undefined): string {
  const order = key.join(', ')
  const where = after ? `where (${order}) > (${key.map(() => '?').join(', ')}) ` : ''
  return `select ${columns.join(', ')} from ${name} ${where}order by ${order} limit ${given}`
}

function keyOf({ key, columns }: CopiedTable, row: Row): Key {
  return key.map((column) => {
    const cell = row[columns.indexOf(column)]
    if (cell === null || cell === undefined) throw new Error(`A row has no value for ${column}`)
    return cell
  })
}

/**
 * Over all rows, cell by cell: the length in bytes and the text, or a dash for null, so that different rows never have the same
 * text. The server computes the same in SQL.
 */
function digestOf(cells: Row[]): Digest {
  const hash = createHash('sha256')
  for (const row of cells) hash.update(row.map(render).join(''))
  return { rows: cells.length, digest: hash.digest('hex') }
}

function render(cell: Cell): string {
  if (cell === null) return '-'
  const text = String(cell)
  return `${Buffer.byteLength(text)}:${text}`
}
