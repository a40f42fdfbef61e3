import type { IndexQuery } from '../../../domain/search/index-query.ts'
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

type Match = { channelNo: number; query: IndexQuery; from: number; to: number; limit: number; order: Order }

/** By number, and so by time. */
export type Order = 'asc' | 'desc'

/**
 * Selects documents `s`, and what `tables` contain about them. In SQLite the join order is fixed, or it would start with
 * another table. On PostgreSQL, the condition depends on how many lists of alternatives there are.
 */
export function matchStatements(columns: string, tables: Record<Engine, string>) {
  const onServer = (docs: string, order: Order) => `select x.* from (${docs} order by doc ${order} limit ${given}) t
     cross join lateral (
       select ${columns} from search_docs s ${tables.postgres} where s.channel = t.channel and s.doc = t.doc limit 1
     ) x order by t.doc ${order}`
  const sqlite = (order: Order) =>
    `select ${columns} from search_terms t cross join search_docs s on s.doc = t.rowid ${tables.sqlite}
     where search_terms match ? and t.rowid >= cast(? as integer) and t.rowid < cast(? as integer)
     order by t.rowid ${order} limit ${given}`
  return {
    sqlite: { asc: sqlite('asc'), desc: sqlite('desc') },
    /** Scans from one end. */
    walk: remember((condition, order) =>
      onServer(
        `select channel, doc from (
           select channel, doc, terms from search_terms where channel = ? and doc >= ? and doc < ? order by doc ${order} offset 0
         ) walked where ${condition}`,
        order,
      ),
    ),
    /** Reads all that the index lists, and sorts it. The terms include the channel. */
    list: remember((condition, order) =>
      onServer(
        `select channel, doc from (
           select channel, doc from search_terms where ${condition} offset 0
         ) listed where channel = ? and doc >= ? and doc < ?`,
        order,
      ),
    ),
  }
}

type Statements = ReturnType<typeof matchStatements>

/** One text for each shape of query, of which there are few. */
function remember(textFor: (condition: string, order: Order) => string) {
  const texts = new Map<string, string>()
  return ({ all, any }: IndexQuery, order: Order): string => {
    const shape = `${all.length > 0} ${any.length} ${order}`
    const text = texts.get(shape) ?? textFor(conditionFor(all.length > 0, any.length), order)
    texts.set(shape, text)
    return text
  }
}

function conditionFor(hasAll: boolean, lists: number): string {
  const terms = "string_to_array(?, ' ')"
  const some = Array.from({ length: lists }, () => `terms && ${terms}`)
  return [...(hasAll ? [`terms @> ${terms}`] : []), ...some].join(' and ')
}

/** The values of that condition. */
function valuesOf({ all, any }: IndexQuery): string[] {
  return [...(all.length > 0 ? [all] : []), ...any].map((terms) => terms.join(' '))
}

/** In the language of FTS5. */
function expressionOf({ all, any }: IndexQuery): string {
  return [...all, ...any.map((terms) => `(${terms.join(' OR ')})`)].join(' AND ')
}

/**
 * Documents that have these terms, of `from` ≤ number < `to`, in order. The numbers are bound as fractions, for which FTS5 would
 * go through all documents from the latest on.
 */
export async function matchTerms<Row extends Value[]>(
  sql: Reader,
  match: Match,
  statements: Statements,
): Promise<Row[]> {
  const { query, from, to, limit, order } = match
  if (sql.engine === 'sqlite')
    return await sql.lists<Row>(statements.sqlite[order], expressionOf(query), from, to, limit)
  return await matchOnServer<Row>(sql, match, statements)
}

/** Documents scanned per step, before the index is used. */
const steps = [4_000, 32_000]

const endOfStep = (order: Order, step: number) =>
  `select doc from search_terms where channel = ? and doc >= ? and doc < ? order by doc ${order} limit 1 offset ${step}`
const ends = { asc: steps.map((step) => endOfStep('asc', step)), desc: steps.map((step) => endOfStep('desc', step)) }

/**
 * PostgreSQL's index for arrays has no order: a common word would be listed a million times to get the latest hundred, and a
 * rare one searched for in a million documents. Only the documents show whether a word is common: so the first ones are
 * scanned first, as long as they contain it; a rarer word is a short list in the index. The planner isn't left to guess.
 */
async function matchOnServer<Row extends Value[]>(
  sql: Reader,
  { channelNo, query, from, to, limit, order }: Match,
  { walk, list }: Statements,
): Promise<Row[]> {
  const wanted = valuesOf(query)
  const found: Row[] = []
  let [begin, end] = [from, to]
  for (const text of ends[order]) {
    const beyond = await sql.get<{ doc: number }>(text, channelNo, begin, end)
    const [low, high] = !beyond ? [begin, end] : order === 'desc' ? [beyond.doc + 1, end] : [begin, beyond.doc]
    found.push(...(await sql.lists<Row>(walk(query, order), channelNo, low, high, ...wanted, limit - found.length)))
    if (!beyond || found.length === limit) return found
    if (order === 'desc') end = low
    else begin = high
    if (found.length === 0) break
  }
  const rest = await sql.lists<Row>(list(query, order), ...wanted, channelNo, begin, end, limit - found.length)
  return [...found, ...rest]
}
