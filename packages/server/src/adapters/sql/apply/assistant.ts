import type { AssistantConfig, GroupRules, QaMode, Welcome } from '@innkeeper/contract'
import { invalid } from '../../../domain/refusal.ts'
import { countPatterns, findBadPattern, mostPatterns } from '../../../domain/rule-patterns.ts'
import { toMillisecondsOrNull } from '../../../domain/timestamp.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { loadChannel } from '../reads/channel.ts'
import { loadRules } from '../reads/rules.ts'
import type { Defaults, Sql } from '../sql.ts'
import { audit, isEmpty } from './audit.ts'
import { accessScene, actorOf } from './authority.ts'

export async function changeAssistantConfig(
  tx: Sql,
  defaults: Defaults,
  command: CommandOf<'change-assistant-config'>,
): Promise<AssistantConfig> {
  const { channelNo } = await accessScene(tx, command)
  const { assistant } = await loadChannel(tx, defaults, channelNo)
  const { change } = command
  if (isEmpty(change)) return assistant
  const qa = { ...assistant.qa, ...change.qa }
  if (qa.mode === 'regex' && assistant.qa.mode !== 'regex') await refuseBadPatterns(tx, channelNo, qa.mode)
  await tx.run(
    `update assistants set enabled = ?, qa_enabled = ?, qa_mode = ?, qa_cooldown_seconds = ?,
       qa_member_cooldown_seconds = ?, welcome_enabled = ?, group_rules_enabled = ?, quiet_until = ?,
       config_updated_at = ?, config_updated_by = ?
     where channel = ?`,
    flag(change.enabled ?? assistant.enabled),
    flag(qa.enabled),
    qa.mode,
    qa.cooldownSeconds,
    qa.memberCooldownSeconds,
    flag(change.welcome?.enabled ?? assistant.welcome.enabled),
    flag(change.rules?.enabled ?? assistant.rules.enabled),
    toMillisecondsOrNull(change.quietUntil === undefined ? assistant.quietUntil : change.quietUntil),
    command.at,
    actorOf(command.by).userId,
    channelNo,
  )
  await raiseRulesVersion(tx, channelNo)
  await audit(tx, channelNo, command.by, command.at, {
    action: 'assistant.changed',
    detail: { changed: Object.keys(change) },
  })
  return (await loadChannel(tx, defaults, channelNo)).assistant
}

export async function changeWelcome(
  tx: Sql,
  defaults: Defaults,
  command: CommandOf<'change-welcome'>,
): Promise<Welcome> {
  const { channelNo } = await accessScene(tx, command)
  const { welcome } = await loadChannel(tx, defaults, channelNo)
  if (isEmpty(command.change)) return welcome
  const next = { ...welcome, ...command.change }
  await tx.run(
    `update assistants set welcome_enabled = ?, welcome_message = ?, welcome_quiet_hours = ?,
       welcome_greet_returning = ?, welcome_updated_at = ?, welcome_updated_by = ?
     where channel = ?`,
    flag(next.enabled),
    next.message,
    next.quietHours === null ? null : JSON.stringify(next.quietHours),
    flag(next.greetReturning),
    command.at,
    actorOf(command.by).userId,
    channelNo,
  )
  await audit(tx, channelNo, command.by, command.at, {
    action: 'welcome.changed',
    detail: { changed: Object.keys(command.change) },
  })
  return (await loadChannel(tx, defaults, channelNo)).welcome
}

export async function changeGroupRules(
  tx: Sql,
  defaults: Defaults,
  command: CommandOf<'change-group-rules'>,
): Promise<GroupRules> {
  const { channelNo } = await accessScene(tx, command)
  const { groupRules } = await loadChannel(tx, defaults, channelNo)
  if (isEmpty(command.change)) return groupRules
  await tx.run(
    `update assistants set group_rules_enabled = ?, group_rules_content = ?, group_rules_updated_at = ?,
       group_rules_updated_by = ?
     where channel = ?`,
    flag(command.change.enabled ?? groupRules.enabled),
    command.change.content ?? groupRules.content,
    command.at,
    actorOf(command.by).userId,
    channelNo,
  )
  await raiseRulesVersion(tx, channelNo)
  await audit(tx, channelNo, command.by, command.at, {
    action: 'group-rules.changed',
    detail: { changed: Object.keys(command.change) },
  })
  return (await loadChannel(tx, defaults, channelNo)).groupRules
}

/** Raised by all that decides about answers: what was made of it is kept under this version. */
export async function raiseRulesVersion(tx: Sql, channelNo: number): Promise<void> {
  await tx.run('update channels set rules_version = rules_version + 1 where channel = ?', channelNo)
}

async function refuseBadPatterns(tx: Sql, channelNo: number, mode: QaMode): Promise<void> {
  const rules = await loadRules(tx, channelNo)
  for (const rule of rules) {
    const bad = rule.match === null ? findBadPattern(rule.keywords) : undefined
    if (bad) throw invalid(`qa.mode cannot be regex: in rule ${rule.id} (${rule.question}) ${bad}`)
  }
  if (countPatterns(rules, mode) > mostPatterns) {
    throw invalid(`qa.mode cannot be regex: the rules hold more than ${mostPatterns} patterns`)
  }
}

function flag(value: boolean): number {
  return value ? 1 : 0
}
