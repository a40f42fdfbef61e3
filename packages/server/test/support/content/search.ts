import assert from 'node:assert/strict'
import type { SearchHit, SearchPage } from '@innkeeper/contract'
import type { Sql } from '../../../src/adapters/sql/sql.ts'
import type { Store } from '../../../src/ports/store.ts'
import type { Caller } from '../http/caller.ts'

/** Indexes everything that is waiting, as the service does in the background. */
export async function indexAll(store: Store, limit = 1000): Promise<number> {
  let indexed = 0
  for (let more = true; more; ) {
    const slice = await store.write<'index-messages'>({ kind: 'index-messages', limit })
    indexed += slice.indexed
    more = slice.more
  }
  return indexed
}

/** All terms in the index. */
export async function readTerms(sql: Sql): Promise<Set<string>> {
  if (sql.engine === 'sqlite') await sql.run('create virtual table temp.held using fts5vocab (main, search_terms, row)')
  const held = { sqlite: 'select term from temp.held', postgres: 'select distinct unnest(terms) from search_terms' }
  return new Set((await sql.lists<[string]>(held[sql.engine])).flat())
}

export async function searchPage(
  caller: Caller,
  channel: string,
  query: Record<string, string | number>,
): Promise<SearchPage> {
  const words = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]))
  const answer = await caller.get(`/api/channels/${channel}/backup/search?${words}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** All hits, from the first page to the last; `between` runs before every page after the first. */
export async function searchAll(
  caller: Caller,
  channel: string,
  query: Record<string, string | number>,
  between?: () => Promise<void>,
): Promise<SearchHit[]> {
  const hits: SearchHit[] = []
  let page = await searchPage(caller, channel, query)
  for (let pages = 1; ; pages++) {
    hits.push(...page.hits)
    if (page.nextCursor === null) return hits
    assert.ok(pages < 1000, 'the walk ends')
    await between?.()
    const { limit } = query
    page = await searchPage(caller, channel, { cursor: page.nextCursor, ...(limit === undefined ? {} : { limit }) })
  }
}

export const idsOfHits = (hits: SearchHit[]) => hits.map(({ item }) => item.id)

/** Texts as people write them, with characters that have several forms. */
export const corpus = [
  'Meet at the café at 7, please bring the BLUE umbrella',
  'meet AT the cafe\u0301 then? Straße, STRASSE, ﬁne ﬂat Ⅳ',
  '明日の写真を送ってください。がんばって！',
  '明日の写真を送って、か\u3099んは\u3099って',
  'ﾊﾟｰﾃｨｰは７時から、パーティー',
  '今天晚上八点在老地方见，别忘了带伞',
  '請問明天幾點集合？集合地點在哪裡',
  'พรุ่งนี้เจอกันที่ร้านเดิม น้ำแข็งใส',
  'ขอบคุณค่ะ แล้วเจอกันนะคะ',
  '한국어도 조금 됩니다. 하하',
  '🎉🎉 party 👩‍👩‍👧 time 🇯🇵🇹🇭 ok 👍🏽',
  'ΟΔΥΣΣΕΎΣ και οδυσσεύς, ᾳ',
  'İstanbul ıssız Ǆ ǆ ǅ',
  'Ａｂｃ ＡＢＣ abc ㎏ kg ½',
  'aaaa aaa aa',
  '𝐁𝐨𝐥𝐝 words and 𠮷野家',
  'a\u0000b \u200b zero\u00adwidth\u{ffff}',
]
