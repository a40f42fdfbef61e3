import type { QaMode, Rule } from '@innkeeper/contract'
import { contentOf, type KeptRule } from '../../../domain/assistant-state.ts'
import { standardRest } from '../../../domain/rule-columns.ts'
import { toTimestamp, toTimestampOrNull } from '../../../domain/timestamp.ts'
import type { RulePlace, RuleRecord } from '../../../ports/store.ts'
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

/** All rules of a channel, by priority, then age. */
export async function loadRules(sql: Reader, channelNo: number): Promise<Rule[]> {
  return (await queryRules(sql, channelNo)).map(toRule)
}

/** The same as versions and files hold them. */
export async function loadKeptRules(sql: Reader, channelNo: number): Promise<KeptRule[]> {
  return (await queryRules(sql, channelNo)).map(toKeptRule)
}

export async function findKeptRule(sql: Reader, channelNo: number, ruleId: string): Promise<KeptRule | undefined> {
  const row = await queryRule(sql, channelNo, ruleId)
  return row && toKeptRule(row)
}

export async function listRules(
  sql: Reader,
  channelNo: number,
  page: { after: RulePlace | undefined; limit: number } | undefined,
): Promise<RuleRecord[]> {
  const rows = page ? await queryPage(sql, channelNo, page) : await queryRules(sql, channelNo)
  return rows.map((row) => ({
    rule: toRule(row),
    place: { priority: row.priority, createdAt: row.created_at, id: row.rule_id },
  }))
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

/** Higher than any priority, and a number that its column in PostgreSQL could hold, or it would not be compared. */
const aboveAll = 2 ** 31 - 1

async function queryPage(
  sql: Reader,
  channelNo: number,
  page: { after: RulePlace | undefined; limit: number },
): Promise<Row[]> {
  const after = page.after ?? { priority: aboveAll, createdAt: 0, id: '' }
  return await sql.all<Row>(
    `select ${columns} from ${tables}
     where r.channel = ? and r.priority <= ? and (r.priority < ? or (r.created_at, r.rule_id) > (?, ?))
     order by r.priority desc, r.created_at, r.rule_id limit ${given}`,
    channelNo,
    after.priority,
    after.priority,
    after.createdAt,
    after.id,
    page.limit,
  )
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
