import { type Engine, given, type Reader, type Sql, type Value } from './sql.ts'

// The index of terms, and all that is peculiar to the engines about it.
//
// SQLite: FTS5 keeps for each term the numbers of its documents, and neither texts nor positions. With `secure-delete` what is
// deleted leaves the pages of the index at once, and not when they happen to be merged.
//
// PostgreSQL: the same terms as an array, under a GIN index. Its own text search and pg_trgm find nothing for words of two
// characters, which most Chinese words are. Documents are numbered channel by channel.

/** A document of the index. */
export type Doc = { channelNo: number; doc: number }

/** `terms`: separated by spaces. Documents whose numbers rise are taken in at the least cost. */
export async function addTerms(tx: Sql, { channelNo, doc }: Doc, terms: string): Promise<void> {
  if (terms === '') return
  if (tx.engine === 'sqlite') await tx.run('insert into search_terms (rowid, terms) values (?, ?)', doc, terms)
  else {
    await tx.run(
      "insert into search_terms (channel, doc, terms) values (?, ?, string_to_array(?, ' '))",
      channelNo,
      doc,
      terms,
    )
  }
}

/** They must be the very terms that were added: FTS5 has no other way to find them. */
export async function removeTerms(tx: Sql, { channelNo, doc }: Doc, terms: string): Promise<void> {
  if (terms === '') return
  if (tx.engine === 'postgres') {
    await tx.run('delete from search_terms where channel = ? and doc = ?', channelNo, doc)
    return
  }
  await tx.run("insert into search_terms (search_terms, rowid, terms) values ('delete', ?, ?)", doc, terms)
}

/** All documents and their terms, at once: on PostgreSQL in a moment, however many there are, because a statement has its time. */
export async function removeAllDocs(tx: Sql): Promise<void> {
  if (tx.engine === 'postgres') {
    await tx.run('truncate search_docs, search_terms')
    return
  }
  await tx.run("insert into search_terms (search_terms) values ('delete-all')")
  await tx.run('delete from search_docs')
}

/**
 * Without the flush FTS5 (3.53.4, with `detail = none` and `secure-delete`) loses terms of the documents that are added next,
 * because the same number was deleted and added in one go.
 */
export async function replaceTerms(
  tx: Sql,
  doc: Doc,
  { before, after }: { before: string; after: string },
): Promise<void> {
  await removeTerms(tx, doc, before)
  if (tx.engine === 'sqlite') await tx.run("insert into search_terms (search_terms) values ('flush')")
  await addTerms(tx, doc, after)
}

type Match = { channelNo: number; terms: readonly string[]; from: number; to: number; limit: number }
type Matched = [doc: number, time: number, seq: number]

/**
 * Asks for documents, and for what `tables` hold of them. In SQLite the order of the tables is fixed, or it would begin with
 * another; in PostgreSQL the channel is named, although the terms name it too, for the keys that begin with it.
 */
export function matchStatement(columns: string, tables: Record<Engine, string> = { sqlite: '', postgres: '' }) {
  return {
    sqlite: `select ${columns} from search_terms t cross join search_docs s on s.doc = t.rowid ${tables.sqlite}
     where search_terms match ? and t.rowid >= cast(? as integer) and t.rowid < cast(? as integer)
     order by t.rowid desc limit ${given}`,
    postgres: `select ${columns} from search_terms t join search_docs s on s.channel = t.channel and s.doc = t.doc ${tables.postgres}
     where t.terms @> string_to_array(?, ' ') and t.doc >= ? and t.doc < ? and t.channel = ?
     order by t.doc desc limit ${given}`,
  }
}

const bareMatch = matchStatement('s.doc, s.time, s.seq')

/**
 * Documents with all these terms, of `from` ≤ number < `to`, the highest number first. The numbers are bound as fractions, for
 * which FTS5 would go through all documents from the latest on.
 */
export async function matchTerms<Row extends Value[] = Matched>(
  sql: Reader,
  { channelNo, terms, from, to, limit }: Match,
  statement = bareMatch,
): Promise<Row[]> {
  if (sql.engine === 'sqlite') return await sql.lists<Row>(statement.sqlite, terms.join(' '), from, to, limit)
  return await sql.lists<Row>(statement.postgres, terms.join(' '), from, to, channelNo, limit)
}
