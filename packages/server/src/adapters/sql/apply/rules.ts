import type { QaMode, Rule } from '@innkeeper/contract'
import { standardRule } from '../../../domain/answering/assistant.ts'
import { invalid, Refusal } from '../../../domain/refusal.ts'
import { countPatterns, findBadPattern, modeOf, mostPatterns, mostRules } from '../../../domain/rule-patterns.ts'
import { createId } from '../../../domain/token.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { loadRule, loadRules, type RestOfRule, toMore } from '../reads/rules.ts'
import type { Sql } from '../sql.ts'
import { raiseRulesVersion } from './assistant.ts'
import { audit, isEmpty } from './audit.ts'
import { accessScene, actorOf } from './authority.ts'

export async function createRule(tx: Sql, command: CommandOf<'create-rule'>): Promise<Rule> {
  const { channelNo } = await accessScene(tx, command)
  const { rule, at } = command
  const count = await tx.get<{ rules: number }>('select count(*) as rules from rules where channel = ?', channelNo)
  if (count && count.rules >= mostRules) throw invalid(`A channel holds at most ${mostRules} rules`)
  await refuseBadKeywords(tx, channelNo, { id: '', keywords: rule.keywords, match: rule.match ?? null })
  const ruleId = createId('r')
  const next = await tx.get<{ at: number | null }>(
    'select max(created_at) as at from rules where channel = ?',
    channelNo,
  )
  await tx.run(
    `insert into rules (channel, rule_id, keywords, question, answer, enabled, priority, match, more, created_at,
       updated_at, created_by)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    channelNo,
    ruleId,
    ...columns({ ...newRule, ...rule }),
    // Age decides between equals, so two rules of one channel are never of one age.
    Math.max(at, (next?.at ?? 0) + 1),
    at,
    actorOf(command.by).userId,
  )
  await raiseRulesVersion(tx, channelNo)
  await audit(tx, channelNo, command.by, at, { action: 'rule.created', target: ruleId })
  return getRule(tx, channelNo, ruleId)
}

export async function updateRule(tx: Sql, command: CommandOf<'update-rule'>): Promise<Rule> {
  const { channelNo } = await accessScene(tx, command)
  const { ruleId, change, at } = command
  const before = await getRule(tx, channelNo, ruleId)
  if (isEmpty(change)) return before
  const rule = { ...before, ...change, id: ruleId }
  if (change.keywords !== undefined || change.match !== undefined) await refuseBadKeywords(tx, channelNo, rule)
  await tx.run(
    `update rules set keywords = ?, question = ?, answer = ?, enabled = ?, priority = ?, match = ?, more = ?,
       updated_at = ?
     where channel = ? and rule_id = ?`,
    ...columns(rule),
    at,
    channelNo,
    ruleId,
  )
  await raiseRulesVersion(tx, channelNo)
  await audit(tx, channelNo, command.by, at, {
    action: 'rule.changed',
    target: ruleId,
    detail: { changed: Object.keys(change) },
  })
  return getRule(tx, channelNo, ruleId)
}

export async function deleteRule(tx: Sql, command: CommandOf<'delete-rule'>): Promise<null> {
  const { channelNo } = await accessScene(tx, command)
  const deleted = await tx.run('delete from rules where channel = ? and rule_id = ?', channelNo, command.ruleId)
  if (!deleted) throw new Refusal('rule-not-found')
  for (const table of ['rule_hits', 'cooldowns']) {
    await tx.run(`delete from ${table} where channel = ? and rule_id = ?`, channelNo, command.ruleId)
  }
  await raiseRulesVersion(tx, channelNo)
  await audit(tx, channelNo, command.by, command.at, { action: 'rule.deleted', target: command.ruleId })
  return null
}

async function getRule(tx: Sql, channelNo: number, ruleId: string): Promise<Rule> {
  const rule = await loadRule(tx, channelNo, ruleId)
  if (!rule) throw new Refusal('rule-not-found')
  return rule
}

const newRule: RestOfRule & Pick<Rule, 'enabled' | 'priority' | 'match'> = standardRule as Pick<
  Rule,
  keyof typeof standardRule
>

function columns(rule: RestOfRule & Pick<Rule, 'keywords' | 'question' | 'answer' | 'enabled' | 'priority' | 'match'>) {
  return [
    JSON.stringify(rule.keywords),
    rule.question,
    rule.answer,
    rule.enabled ? 1 : 0,
    rule.priority,
    rule.match,
    toMore(rule),
  ] as const
}

async function refuseBadKeywords(
  tx: Sql,
  channelNo: number,
  rule: { id: string; keywords: string[]; match: QaMode | null },
): Promise<void> {
  const assistant = await tx.get<{ qa_mode: QaMode }>('select qa_mode from assistants where channel = ?', channelNo)
  const channelMode = assistant?.qa_mode ?? 'keyword'
  if (modeOf(rule, channelMode) !== 'regex') return
  const bad = findBadPattern(rule.keywords)
  if (bad) throw invalid(`keywords: ${bad}`)
  const others = (await loadRules(tx, channelNo)).filter((other) => other.id !== rule.id)
  if (countPatterns([...others, rule], channelMode) > mostPatterns) {
    throw invalid(`keywords: a channel holds at most ${mostPatterns} patterns`)
  }
}
