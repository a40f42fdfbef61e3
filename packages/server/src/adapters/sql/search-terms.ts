import { given, type Reader, type Sql } from './sql.ts'

// The index of terms, and all that is peculiar to the engine about it: FTS5 keeps for each term the numbers of its documents,
// and neither texts nor positions. With `secure-delete` what is deleted leaves the pages of the index at once, and not when
// they happen to be merged.

/** Documents whose numbers rise are taken in at the least cost. */
export async function addTerms(tx: Sql, doc: number, terms: readonly string[]): Promise<void> {
  if (terms.length > 0) await tx.run('insert into search_terms (rowid, terms) values (?, ?)', doc, terms.join(' '))
}

/** They must be the very terms that were added: the index has no other way to find them. */
export async function removeTerms(tx: Sql, doc: number, terms: readonly string[]): Promise<void> {
  if (terms.length === 0) return
  await tx.run("insert into search_terms (search_terms, rowid, terms) values ('delete', ?, ?)", doc, terms.join(' '))
}

/**
 * Without the flush FTS5 (3.53.4, with `detail = none` and `secure-delete`) loses terms of the documents that are added next,
 * because the same number was deleted and added in one go.
 */
export async function replaceTerms(
  tx: Sql,
  doc: number,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  await removeTerms(tx, doc, before)
  await tx.run("insert into search_terms (search_terms) values ('flush')")
  await addTerms(tx, doc, after)
}

type Match = { terms: readonly string[]; from: number; to: number; limit: number }
type Matched = [doc: number, time: number, seq: number]

/**
 * Documents with all these terms, of `from` ≤ number < `to`, the highest number first. The numbers are bound as fractions, for
 * which FTS5 would go through all documents from the latest on.
 */
export async function matchTerms(sql: Reader, { terms, from, to, limit }: Match): Promise<Matched[]> {
  return await sql.lists<Matched>(
    `select s.doc, s.time, s.seq from search_terms t cross join search_docs s on s.doc = t.rowid
     where search_terms match ? and t.rowid >= cast(? as integer) and t.rowid < cast(? as integer) order by t.rowid desc limit ${given}`,
    terms.join(' '),
    from,
    to,
    limit,
  )
}
