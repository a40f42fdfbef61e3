import type { Rule } from '@innkeeper/contract'
import type { KeptRule } from '../../../domain/assistant/rules/assistant-state.ts'
import { Refusal } from '../../../domain/refusal.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { audit } from '../channels/audit.ts'
import { accessScene, actorOf } from '../members/authority.ts'
import type { Defaults, Sql } from '../sql.ts'
import { loadRule } from './rule-reads.ts'
import { addRule, getRule, refuseAnotherRule } from './rules.ts'

/** How long a deleted rule can be brought back with its statistics. Restoring a version brings back its text at any time. */
const keptMs = 24 * 60 * 60_000

export async function restoreRule(tx: Sql, command: CommandOf<'restore-rule'>, defaults: Defaults): Promise<Rule> {
  const { channelNo } = await accessScene(tx, command)
  const { ruleId, at } = command
  const there = await loadRule(tx, channelNo, ruleId)
  // Someone else was faster, or the button was pressed twice.
  if (there) return there
  const rule = await findDeletedRule(tx, channelNo, ruleId, at)
  if (!rule) throw new Refusal('rule-not-found')
  await refuseAnotherRule(tx, channelNo)
  await addRule(tx, defaults, channelNo, { by: actorOf(command.by).userId, at }, rule)
  await tx.run('update rule_hits set deleted_at = null where channel = ? and rule_id = ?', channelNo, ruleId)
  await audit(tx, channelNo, command.by, at, { action: 'rule.restored', target: ruleId })
  return getRule(tx, channelNo, ruleId)
}

export async function forgetRules(tx: Sql, { at }: CommandOf<'forget-rules'>): Promise<null> {
  await tx.run('delete from rule_hits where deleted_at <= ?', at - keptMs)
  return null
}

/** As the version that deleted it has kept it. */
async function findDeletedRule(tx: Sql, channelNo: number, ruleId: string, at: number): Promise<KeptRule | undefined> {
  const row = await tx.get<{ before: string | null; after: string | null }>(
    `select c.before, c.after from assistant_versions v
     join assistant_changes c on c.channel = v.channel and c.version = v.version
     where v.channel = ? and v.at > ? and c.rule_id = ? and c.part = 'rule'
     order by c.version desc limit 1`,
    channelNo,
    at - keptMs,
    ruleId,
  )
  if (!row || row.before === null || row.after !== null) return undefined
  return { ...JSON.parse(row.before), id: ruleId }
}
