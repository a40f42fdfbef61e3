// Copying rows from one store to another, whatever its engine. A table is read in the order of its key, slice by slice; a
// slice is identified by its digest, which both sides compute the same way.

export type Cell = string | number | null
export type Row = Cell[]
export type Key = (string | number)[]

/** Keys after the one and up to the other; without them, from the first and to the last. */
export type KeyRange = { after: Key | undefined; to: Key | undefined }

export type Digest = { rows: number; digest: string }

/** Consecutive rows; the range extends to the next slice, or to the end. */
export type Slice = Digest & { range: KeyRange; cells: Row[] }

/** A store as it is at one moment. */
export type RowSource = {
  tables: readonly string[]
  /** The approximate number of rows, to show progress. */
  estimateRows(table: string): Promise<number>
  /** All rows, slice by slice, the last of which may be empty. */
  slices(table: string): AsyncIterable<Slice>
}

/** `collided`: they conflict with rows elsewhere in the table; nothing was changed. */
export type Replaced = { written: number; removed: number } | 'collided'

/** A store that isn't complete yet. */
export type RowTarget = {
  /** Of all rows there, or of the first ones if there are more than `most`. */
  digest(table: string, range: KeyRange, most: number): Promise<Digest>
  /** Replaces the rows in the range by these, and doesn't touch rows that are already right. */
  replace(table: string, range: KeyRange, rows: Row[]): Promise<Replaced>
  empty(table: string): Promise<void>
}

/** The SQLite store to copy from. */
export type MigrationSource = {
  rows: RowSource
  /** The id and the secret of the store, which are copied too. */
  identity: Identity
  /** When the first message was sent; undefined: there is none. */
  firstMessageAt: number | undefined
  /** Files that the rows refer to, by name; those after `after`. */
  listFiles(after: string, limit: number): Promise<string[]>
  /** Whether anything refers to these bytes now. */
  isBlobReferenced(sha256: string): Promise<boolean>
  /** Whether nothing was written to it since it was opened. */
  isUnchanged(): boolean
  close(): void
}

export type Identity = { instance: string; secret: string }

/** The store to copy to. No service starts on it before the migration is finished. */
export type MigrationTarget = RowTarget & {
  finish(identity: Identity): Promise<void>
  close(): Promise<void>
}

/** Who copies into it. Another program or another store is refused. */
export type Mover = { kind: 'move'; instance: string } | { kind: 'restore' }
