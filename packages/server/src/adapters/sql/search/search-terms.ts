import { type Engine, given, type Reader, type Sql, type Value } from '../sql.ts'

// The index of terms, and everything engine-specific about it. SQLite: FTS5 keeps for each term the numbers of its documents,
// and neither texts nor positions. With `secure-delete`, deleted terms leave the pages of the index immediately, and not when
// they happen to be merged. PostgreSQL: the same terms as an array, with a GIN index. Its own text search and pg_trgm find
// nothing for words of two characters, as most Chinese words are. Documents are numbered per channel.

/** A document of the index. */
export type Doc = { channelNo: number; doc: number }

/** `terms`: separated by spaces. Documents with rising numbers are the cheapest to add. */
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

/** They must be exactly the terms that were added: FTS5 has no other way to find them. */
export async function removeTerms(tx: Sql, { channelNo, doc }: Doc, terms: string): Promise<void> {
  if (terms === '') return
  if (tx.engine === 'postgres') {
    await tx.run('delete from search_terms where channel = ? and doc = ?', channelNo, doc)
    return
  }
  await tx.run("insert into search_terms (search_terms, rowid, terms) values ('delete', ?, ?)", doc, terms)
}

/**
 * Deletes all documents and their terms at once: on PostgreSQL in a moment, however many there are, because statements have a
 * time limit.
 */
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

/**
 * Selects documents `s`, and what `tables` contain about them. In SQLite the join order is fixed, or it would start with
 * another table.
 */
export function matchStatements(columns: string, tables: Record<Engine, string>) {
  const onServer = (docs: string) => `select x.* from (${docs} order by doc desc limit ${given}) t
     cross join lateral (
       select ${columns} from search_docs s ${tables.postgres} where s.channel = t.channel and s.doc = t.doc limit 1
     ) x order by t.doc desc`
  return {
    sqlite: `select ${columns} from search_terms t cross join search_docs s on s.doc = t.rowid ${tables.sqlite}
     where search_terms match ? and t.rowid >= cast(? as integer) and t.rowid < cast(? as integer)
     order by t.rowid desc limit ${given}`,
    /** Scans from the latest document on. */
    walk: onServer(`select channel, doc from (
         select channel, doc, terms from search_terms where channel = ? and doc >= ? and doc < ? order by doc desc offset 0
       ) walked where terms @> string_to_array(?, ' ')`),
    /** Reads all that the index lists, and sorts it. The terms include the channel. */
    list: onServer(`select channel, doc from (
         select channel, doc from search_terms where terms @> string_to_array(?, ' ') offset 0
       ) listed where channel = ? and doc >= ? and doc < ?`),
  }
}

type Statements = ReturnType<typeof matchStatements>

/**
 * Documents with all these terms, of `from` ≤ number < `to`, the highest number first. The numbers are bound as fractions, for
 * which FTS5 would go through all documents from the latest on.
 */
export async function matchTerms<Row extends Value[]>(
  sql: Reader,
  match: Match,
  statements: Statements,
): Promise<Row[]> {
  const { terms, from, to, limit } = match
  if (sql.engine === 'sqlite') return await sql.lists<Row>(statements.sqlite, terms.join(' '), from, to, limit)
  return await matchOnServer<Row>(sql, match, statements)
}

/** Documents scanned per step, before the index is used. */
const steps = [4_000, 32_000]

/**
 * PostgreSQL's index for arrays has no order: a common word would be listed a million times to get the latest hundred, and a
 * rare one searched for in a million documents. Only the documents show whether a word is common: so the latest ones are
 * scanned first, as long as they contain it; a rarer word is a short list in the index. The planner isn't left to guess.
 */
async function matchOnServer<Row extends Value[]>(
  sql: Reader,
  { channelNo, terms, from, to, limit }: Match,
  { walk, list }: Statements,
): Promise<Row[]> {
  const wanted = terms.join(' ')
  const found: Row[] = []
  let end = to
  for (const step of steps) {
    const beyond = await sql.get<{ doc: number }>(
      `select doc from search_terms where channel = ? and doc >= ? and doc < ? order by doc desc limit 1 offset ${step}`,
      channelNo,
      from,
      end,
    )
    const begin = beyond ? beyond.doc + 1 : from
    found.push(...(await sql.lists<Row>(walk, channelNo, begin, end, wanted, limit - found.length)))
    if (!beyond || found.length === limit) return found
    end = begin
    if (found.length === 0) break
  }
  return [...found, ...(await sql.lists<Row>(list, wanted, channelNo, from, end, limit - found.length))]
}
