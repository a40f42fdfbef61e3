import type { QaMode, Rule } from '@innkeeper/contract'
import { createId } from '../../../domain/accounts/token.ts'
import { standardRule } from '../../../domain/assistant/answering/assistant.ts'
import { keywordUnits, modeOf, mostKeywordUnits, mostRules } from '../../../domain/assistant/matching/rule-patterns.ts'
import { contentOf, type KeptRule } from '../../../domain/assistant/rules/assistant-state.ts'
import { findChannelProblem, findRuleProblem, tooManyKeywords } from '../../../domain/assistant/rules/check-rule.ts'
import { ruleBytes, ruleColumns } from '../../../domain/assistant/rules/rule-columns.ts'
import { refuseOtherEdition } from '../../../domain/edition.ts'
import { invalid, Refusal } from '../../../domain/refusal.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { audit, isEmpty } from '../channels/audit.ts'
import { accessScene, actorOf } from '../members/authority.ts'
import type { Defaults, Sql } from '../sql.ts'
import { noteGrowth, refuseGrowth } from './assistant-storage.ts'
import { recordChanges, type Stamp } from './assistant-versions.ts'
import { adoptPicture } from './rule-pictures.ts'
import { findKeptRule, loadRule } from './rule-reads.ts'

export async function createRule(tx: Sql, command: CommandOf<'create-rule'>, defaults: Defaults): Promise<Rule> {
  const { channelNo } = await accessScene(tx, command)
  const { at } = command
  const newest = await refuseAnotherRule(tx, channelNo)
  const by = actorOf(command.by).userId
  const rule: KeptRule = {
    id: createId('r'),
    ...contentOf({ ...newRule, ...command.rule }),
    // Age decides between equal matches, so no two rules of a channel have the same age.
    createdAt: Math.max(at, newest + 1),
    createdBy: by,
  }
  await addRule(tx, defaults, channelNo, { by, at }, rule)
  await audit(tx, channelNo, command.by, at, { action: 'rule.created', target: rule.id })
  return getRule(tx, channelNo, rule.id)
}

export async function updateRule(tx: Sql, command: CommandOf<'update-rule'>, defaults: Defaults): Promise<Rule> {
  const { channelNo } = await accessScene(tx, command)
  const { ruleId, change, at } = command
  const before = await getKeptRule(tx, channelNo, ruleId)
  refuseOtherEdition(command.ifMatch, before)
  if (isEmpty(change)) return getRule(tx, channelNo, ruleId)
  const { id, createdAt, createdBy } = before
  const rule = { id, ...contentOf({ ...before, ...change }), createdAt, createdBy }
  if (checkedMembers.some((name) => change[name] !== undefined)) await refuseBadRule(tx, defaults, channelNo, rule)
  const growth = ruleBytes(rule) - ruleBytes(before)
  await refuseGrowth(tx, defaults, channelNo, growth)
  await overwriteRule(tx, channelNo, at, rule)
  await noteGrowth(tx, channelNo, growth)
  await recordChanges(tx, defaults, channelNo, { by: actorOf(command.by).userId, at }, [
    { part: 'rule', before, after: rule },
  ])
  await audit(tx, channelNo, command.by, at, {
    action: 'rule.changed',
    target: ruleId,
    detail: { changed: Object.keys(change) },
  })
  return getRule(tx, channelNo, ruleId)
}

export async function deleteRule(tx: Sql, command: CommandOf<'delete-rule'>, defaults: Defaults): Promise<null> {
  const { channelNo } = await accessScene(tx, command)
  const { ruleId, at } = command
  const before = await getKeptRule(tx, channelNo, ruleId)
  refuseOtherEdition(command.ifMatch, before)
  await tx.run('delete from rules where channel = ? and rule_id = ?', channelNo, ruleId)
  // Its cooldowns and statistics stay for a while, because the rule may be restored.
  await tx.run('update rule_hits set deleted_at = ? where channel = ? and rule_id = ?', at, channelNo, ruleId)
  await noteGrowth(tx, channelNo, -ruleBytes(before))
  await recordChanges(tx, defaults, channelNo, { by: actorOf(command.by).userId, at }, [
    { part: 'rule', before, after: null },
  ])
  await audit(tx, channelNo, command.by, at, { action: 'rule.deleted', target: ruleId })
  return null
}

/** Throws if the channel is full. Returns when the newest rule was created. */
export async function refuseAnotherRule(tx: Sql, channelNo: number): Promise<number> {
  const there = await tx.get<{ rules: number; newest: number | null }>(
    'select count(*) as rules, max(created_at) as newest from rules where channel = ?',
    channelNo,
  )
  if (there && there.rules >= mostRules) throw invalid(`A channel holds at most ${mostRules} rules`)
  return there?.newest ?? 0
}

/** Checks and inserts a rule, as a new version. */
export async function addRule(
  tx: Sql,
  defaults: Defaults,
  channelNo: number,
  stamp: Stamp,
  rule: KeptRule,
): Promise<void> {
  await refuseBadRule(tx, defaults, channelNo, rule)
  await refuseGrowth(tx, defaults, channelNo, ruleBytes(rule))
  await insertRule(tx, channelNo, stamp.at, rule)
  await recordChanges(tx, defaults, channelNo, stamp, [{ part: 'rule', before: null, after: rule }])
}

async function insertRule(tx: Sql, channelNo: number, at: number, rule: KeptRule): Promise<void> {
  await tx.run(
    `insert into rules (channel, rule_id, keywords, question, answer, enabled, priority, match, more, created_at,
       updated_at, created_by)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    channelNo,
    rule.id,
    ...Object.values(ruleColumns(rule)),
    rule.createdAt,
    at,
    rule.createdBy,
  )
  await noteGrowth(tx, channelNo, ruleBytes(rule))
  await adoptPicture(tx, channelNo, rule.picture, at)
}

async function overwriteRule(tx: Sql, channelNo: number, at: number, rule: KeptRule): Promise<void> {
  await tx.run(
    `update rules set keywords = ?, question = ?, answer = ?, enabled = ?, priority = ?, match = ?, more = ?,
       updated_at = ?
     where channel = ? and rule_id = ?`,
    ...Object.values(ruleColumns(rule)),
    at,
    channelNo,
    rule.id,
  )
  await adoptPicture(tx, channelNo, rule.picture, at)
}

export async function getRule(tx: Sql, channelNo: number, ruleId: string): Promise<Rule> {
  const rule = await loadRule(tx, channelNo, ruleId)
  if (!rule) throw new Refusal('rule-not-found')
  return rule
}

async function getKeptRule(tx: Sql, channelNo: number, ruleId: string): Promise<KeptRule> {
  const rule = await findKeptRule(tx, channelNo, ruleId)
  if (!rule) throw new Refusal('rule-not-found')
  return rule
}

/** Only changes to these are checked: a rule can always be disabled, whatever else is wrong with it. */
const checkedMembers = ['keywords', 'match', 'schedule', 'activeFrom', 'activeUntil'] as const

const newRule = standardRule as Pick<Rule, keyof typeof standardRule>

async function refuseBadRule(tx: Sql, defaults: Defaults, channelNo: number, rule: KeptRule): Promise<void> {
  const channel = await tx.get<{ mode: QaMode; timezone: string | null }>(
    `select a.qa_mode as mode, cs.timezone from assistants a join channel_settings cs on cs.channel = a.channel
     where a.channel = ?`,
    channelNo,
  )
  if (!channel) throw new Error(`Channel ${channelNo} has no assistant`)
  const problem = findRuleProblem(rule, channel.mode, channel.timezone ?? defaults.timezone)
  if (problem) throw invalid(problem)
  const units = (await countKeywordUnits(tx, channelNo, rule.id)) + keywordUnits(rule.keywords)
  if (units > mostKeywordUnits) throw invalid(`keywords: ${tooManyKeywords(units)}`)
  if (modeOf(rule, channel.mode) !== 'regex') return
  const others = await listPatterns(tx, channelNo, channel.mode, rule.id)
  const tooMany = findChannelProblem([...others, rule], channel.mode)
  if (tooMany) throw invalid(`keywords: ${tooMany}`)
}

/** A few rules can't be too large, so then nothing is read. */
async function countKeywordUnits(tx: Sql, channelNo: number, exceptId: string): Promise<number> {
  const count = await tx.get<{ rules: number }>('select count(*) as rules from rules where channel = ?', channelNo)
  if ((count?.rules ?? 0) * mostUnitsOfRule < mostKeywordUnits) return 0
  const row = await tx.get<{ units: number | null }>(
    'select sum(length(keywords)) as units from rules where channel = ? and rule_id <> ?',
    channelNo,
    exceptId,
  )
  return row?.units ?? 0
}

/** Fifty keywords of 200 characters, each of which may take six characters when escaped. */
const mostUnitsOfRule = 50 * 200 * 6

/** Reads only patterns: there are few of them, but there may be many rules. */
async function listPatterns(
  tx: Sql,
  channelNo: number,
  channelMode: QaMode,
  exceptId: string,
): Promise<{ keywords: string[]; match: QaMode | null }[]> {
  const rows = await tx.all<{ keywords: string; match: QaMode | null }>(
    `select keywords, match from rules
     where channel = ? and rule_id <> ? and (match = 'regex' or (match is null and ? = 'regex'))`,
    channelNo,
    exceptId,
    channelMode,
  )
  return rows.map(({ keywords, match }) => ({ keywords: JSON.parse(keywords), match }))
}
