import type { QaMode, Rule } from '@innkeeper/contract'
import { contentOf, type KeptRule } from '../../../domain/assistant/rules/assistant-state.ts'
import { standardRest } from '../../../domain/assistant/rules/rule-columns.ts'
import { nextSlice } from '../../../domain/long-work.ts'
import { Refusal } from '../../../domain/refusal.ts'
import { toTimestamp, toTimestampOrNull } from '../../../domain/timestamp.ts'
import type { RulePosition, RuleRecord } from '../../../ports/records.ts'
import { given, type Reader } from '../sql.ts'

type Row = {
  rule_id: string
  keywords: string
  question: string
  answer: string
  enabled: number
  priority: number
  match: QaMode | null
  more: string
  hits: number | null
  last_hit_at: number | null
  failed_at: number | null
  failure: string | null
  created_at: number
  updated_at: number
  created_by: string
}

const columns = `r.rule_id, r.keywords, r.question, r.answer, r.enabled, r.priority, r.match, r.more, r.created_at,
  r.updated_at, r.created_by, h.hits, h.last_hit_at, h.failed_at, h.failure`
const tables = 'rules r left join rule_hits h on h.channel = r.channel and h.rule_id = r.rule_id'

export async function loadRule(sql: Reader, channelNo: number, ruleId: string): Promise<Rule | undefined> {
  const row = await queryRule(sql, channelNo, ruleId)
  return row && toRule(row)
}

/** All rules of a channel, by priority, then age. `in-slices`: for readers outside a transaction, see `readInSlices`. */
export async function loadRules(sql: Reader, channelNo: number, how: 'at-once' | 'in-slices'): Promise<Rule[]> {
  return how === 'at-once' ? (await queryRules(sql, channelNo)).map(toRule) : await readInSlices(sql, channelNo, toRule)
}

/** Of these rules, those that still exist, in the same order as `loadRules`. */
export async function loadSomeRules(sql: Reader, channelNo: number, ids: readonly string[]): Promise<Rule[]> {
  if (ids.length === 0) return []
  const rows = await sql.all<Row>(
    `select ${columns} from ${tables} where r.channel = ? and r.rule_id in (${ids.map(() => '?')})
     order by r.priority desc, r.created_at, r.rule_id`,
    channelNo,
    ...ids,
  )
  return rows.map(toRule)
}

/** The same in the form of versions and files. */
export async function loadKeptRules(sql: Reader, channelNo: number, how: 'at-once' | 'in-slices'): Promise<KeptRule[]> {
  return how === 'at-once'
    ? (await queryRules(sql, channelNo)).map(toKeptRule)
    : await readInSlices(sql, channelNo, toKeptRule)
}

export async function findKeptRule(sql: Reader, channelNo: number, ruleId: string): Promise<KeptRule | undefined> {
  const row = await queryRule(sql, channelNo, ruleId)
  return row && toKeptRule(row)
}

export async function listRules(
  sql: Reader,
  channelNo: number,
  page: { after: RulePosition | undefined; limit: number } | undefined,
): Promise<RuleRecord[]> {
  const toRecord = (row: Row) => ({ rule: toRule(row), position: positionOf(row) })
  if (page) return (await queryPage(sql, channelNo, page)).map(toRecord)
  return await readUnchanged(sql, channelNo, () => readInSlices(sql, channelNo, toRecord))
}

/** The first slice is small, because the size of the rules isn't known yet. */
const firstSlice = 50
const mostInSlice = 500
/** In characters: read and parsed in about ten milliseconds. */
const sliceLength = 200_000

/**
 * All rules of a channel, over several turns of the event loop: the ten thousand rules of one channel must not keep everyone else
 * waiting. They may change in between, so call it inside `readUnchanged`.
 */
async function readInSlices<T>(sql: Reader, channelNo: number, toItem: (row: Row) => T): Promise<T[]> {
  const items: T[] = []
  let after: RulePosition | undefined
  for (let limit = firstSlice; ; ) {
    const rows = await queryPage(sql, channelNo, { after, limit })
    for (const row of rows) items.push(toItem(row))
    const last = rows.at(-1)
    if (!last || rows.length < limit) return items
    after = positionOf(last)
    const length = rows.reduce((sum, row) => sum + lengthOf(row), 0) / rows.length
    limit = Math.max(1, Math.min(mostInSlice, Math.floor(sliceLength / length)))
    await nextSlice()
  }
}

function lengthOf({ keywords, question, answer, more }: Row): number {
  return 200 + keywords.length + question.length + answer.length + more.length
}

function positionOf({ priority, created_at: createdAt, rule_id: id }: Row): RulePosition {
  return { priority, createdAt, id }
}

const mostTries = 5

/** Runs a read that takes several turns, and repeats it if the channel's rules changed meanwhile, so no versions are mixed. */
export async function readUnchanged<T>(sql: Reader, channelNo: number, read: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < mostTries; tries++) {
    const before = await findRulesVersion(sql, channelNo)
    const value = await read()
    if ((await findRulesVersion(sql, channelNo)) === before) return value
  }
  throw new Refusal('unavailable', 'the rules of this channel are changing too often to be read; try again in a moment')
}

export async function findRulesVersion(sql: Reader, channelNo: number): Promise<number> {
  const find = 'select rules_version as version from channels where channel = ?'
  return (await sql.get<{ version: number }>(find, channelNo))?.version ?? 0
}

async function queryRule(sql: Reader, channelNo: number, ruleId: string): Promise<Row | undefined> {
  return await sql.get<Row>(`select ${columns} from ${tables} where r.channel = ? and r.rule_id = ?`, channelNo, ruleId)
}

async function queryRules(sql: Reader, channelNo: number): Promise<Row[]> {
  return await sql.all<Row>(
    `select ${columns} from ${tables} where r.channel = ? order by r.priority desc, r.created_at, r.rule_id`,
    channelNo,
  )
}

async function queryPage(
  sql: Reader,
  channelNo: number,
  { after, limit }: { after: RulePosition | undefined; limit: number },
): Promise<Row[]> {
  const inOrder = `order by r.priority desc, r.created_at, r.rule_id limit ${given}`
  const select = `select ${columns} from ${tables} where r.channel = ?`
  if (!after) return await sql.all<Row>(`${select} ${inOrder}`, channelNo, limit)
  const { priority, createdAt, id } = after
  // In two steps, each of which starts at the right position of the index. One condition for both would scan all earlier rules.
  const same = await sql.all<Row>(
    `${select} and r.priority = ? and (r.created_at, r.rule_id) > (?, ?) ${inOrder}`,
    channelNo,
    priority,
    createdAt,
    id,
    limit,
  )
  if (same.length === limit) return same
  const lower = await sql.all<Row>(`${select} and r.priority < ? ${inOrder}`, channelNo, priority, limit - same.length)
  return [...same, ...lower]
}

function toKeptRule(row: Row): KeptRule {
  return { id: row.rule_id, ...contentOf(toRule(row)), createdAt: row.created_at, createdBy: row.created_by }
}

function toRule(row: Row): Rule {
  return {
    id: row.rule_id,
    keywords: JSON.parse(row.keywords),
    question: row.question,
    answer: row.answer,
    enabled: row.enabled === 1,
    priority: row.priority,
    match: row.match,
    ...standardRest,
    ...JSON.parse(row.more),
    hits: row.hits ?? 0,
    lastHitAt: toTimestampOrNull(row.last_hit_at),
    lastFailure: row.failed_at === null ? null : { at: toTimestamp(row.failed_at), reason: row.failure ?? '' },
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
    createdBy: row.created_by,
  }
}
