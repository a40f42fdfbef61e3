import { given, type Reader, type Sql, type Value } from './sql.ts'

// The index of terms, and all that is peculiar to the engine about it: FTS5 keeps for each term the numbers of its documents,
// and neither texts nor positions. With `secure-delete` what is deleted leaves the pages of the index at once, and not when
// they happen to be merged.

/** `terms`: separated by spaces. Documents whose numbers rise are taken in at the least cost. */
export async function addTerms(tx: Sql, doc: number, terms: string): Promise<void> {
  if (terms !== '') await tx.run('insert into search_terms (rowid, terms) values (?, ?)', doc, terms)
}

/** They must be the very terms that were added: the index has no other way to find them. */
export async function removeTerms(tx: Sql, doc: number, terms: string): Promise<void> {
  if (terms === '') return
  await tx.run("insert into search_terms (search_terms, rowid, terms) values ('delete', ?, ?)", doc, terms)
}

/** Of all documents, at once. */
export async function removeAllTerms(tx: Sql): Promise<void> {
  await tx.run("insert into search_terms (search_terms) values ('delete-all')")
}

/**
 * Without the flush FTS5 (3.53.4, with `detail = none` and `secure-delete`) loses terms of the documents that are added next,
 * because the same number was deleted and added in one go.
 */
export async function replaceTerms(
  tx: Sql,
  doc: number,
  { before, after }: { before: string; after: string },
): Promise<void> {
  await removeTerms(tx, doc, before)
  await tx.run("insert into search_terms (search_terms) values ('flush')")
  await addTerms(tx, doc, after)
}

type Match = { terms: readonly string[]; from: number; to: number; limit: number }
type Matched = [doc: number, time: number, seq: number]

/** Asks for documents, and for what `tables` hold of them. */
export function matchStatement(columns: string, tables = ''): string {
  return `select ${columns} from search_terms t cross join search_docs s on s.doc = t.rowid ${tables}
     where search_terms match ? and t.rowid >= cast(? as integer) and t.rowid < cast(? as integer)
     order by t.rowid desc limit ${given}`
}

const bareMatch = matchStatement('s.doc, s.time, s.seq')

/**
 * Documents with all these terms, of `from` ≤ number < `to`, the highest number first. The numbers are bound as fractions, for
 * which FTS5 would go through all documents from the latest on.
 */
export async function matchTerms<Row extends Value[] = Matched>(
  sql: Reader,
  { terms, from, to, limit }: Match,
  statement = bareMatch,
): Promise<Row[]> {
  return await sql.lists<Row>(statement, terms.join(' '), from, to, limit)
}
