import type { QaMode, Rule } from '@innkeeper/contract'
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
  hits: number
  last_hit_at: number | null
  created_at: number
  updated_at: number
  created_by: string
}

const columns = `rule_id, keywords, question, answer, enabled, priority, match, hits, last_hit_at, created_at, updated_at,
  created_by`

export async function loadRule(sql: Reader, channelNo: number, ruleId: string): Promise<Rule | undefined> {
  const row = await sql.get<Row>(`select ${columns} from rules where channel = ? and rule_id = ?`, channelNo, ruleId)
  return row && toRule(row)
}

/** All rules of a channel, by priority, then age. */
export async function loadRules(sql: Reader, channelNo: number): Promise<Rule[]> {
  return (await queryRules(sql, channelNo)).map(toRule)
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

async function queryRules(sql: Reader, channelNo: number): Promise<Row[]> {
  return await sql.all<Row>(
    `select ${columns} from rules where channel = ? order by priority desc, created_at, rule_id`,
    channelNo,
  )
}

async function queryPage(
  sql: Reader,
  channelNo: number,
  page: { after: RulePlace | undefined; limit: number },
): Promise<Row[]> {
  const after = page.after ?? { priority: Number.MAX_SAFE_INTEGER, createdAt: 0, id: '' }
  return await sql.all<Row>(
    `select ${columns} from rules
     where channel = ? and priority <= ? and (priority < ? or (created_at, rule_id) > (?, ?))
     order by priority desc, created_at, rule_id limit ${given}`,
    channelNo,
    after.priority,
    after.priority,
    after.createdAt,
    after.id,
    page.limit,
  )
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
    hits: row.hits,
    lastHitAt: toTimestampOrNull(row.last_hit_at),
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
    createdBy: row.created_by,
  }
}
