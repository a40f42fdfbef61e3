import type { AssistantConfig, GroupRules, Welcome } from '@innkeeper/contract'
import { findBadQuietHours } from '../../../domain/assistant/quiet-hours.ts'
import { type AssistantState, mergeConfig } from '../../../domain/assistant/rules/assistant-state.ts'
import { findModeProblem } from '../../../domain/assistant/rules/check-rule.ts'
import { refuseOtherEdition } from '../../../domain/edition.ts'
import { invalid } from '../../../domain/refusal.ts'
import { toMillisecondsOrNull } from '../../../domain/timestamp.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { audit, isEmpty } from '../channels/audit.ts'
import { loadChannel } from '../channels/channel-reads.ts'
import { accessScene, actorOf } from '../members/authority.ts'
import type { Defaults, Sql } from '../sql.ts'
import { refuseGrowth } from './assistant-storage.ts'
import { recordChanges, type Stamp } from './assistant-versions.ts'
import { loadRules } from './rule-reads.ts'

export async function changeAssistantConfig(
  tx: Sql,
  command: CommandOf<'change-assistant-config'>,
  defaults: Defaults,
): Promise<AssistantConfig> {
  const { channelNo } = await accessScene(tx, command)
  const { assistant, welcome, groupRules } = await loadChannel(tx, defaults, channelNo)
  const { change, at } = command
  refuseOtherEdition(command.ifMatch, assistant)
  if (isEmpty(change)) return assistant
  const next = mergeConfig(assistant, change)
  if (next.qa.mode !== assistant.qa.mode) {
    const problem = findModeProblem(await loadRules(tx, channelNo, 'at-once'), next.qa.mode)
    if (problem) throw invalid(problem)
  }
  const stamp = { by: actorOf(command.by).userId, at }
  const quietUntil = change.quietUntil === undefined ? assistant.quietUntil : change.quietUntil
  const greeting = { ...welcome, enabled: change.welcome?.enabled ?? welcome.enabled }
  const changedRules = { ...groupRules, enabled: change.rules?.enabled ?? groupRules.enabled }
  await writeConfig(tx, channelNo, stamp, next)
  await tx.run(
    'update assistants set welcome_enabled = ?, group_rules_enabled = ?, quiet_until = ? where channel = ?',
    flag(greeting.enabled),
    flag(changedRules.enabled),
    toMillisecondsOrNull(quietUntil),
    channelNo,
  )
  await recordChanges(tx, defaults, channelNo, stamp, [
    { part: 'config', before: { ...assistant }, after: { ...assistant, ...next, quietUntil } },
    { part: 'welcome', before: welcome, after: greeting },
    { part: 'groupRules', before: groupRules, after: changedRules },
  ])
  await audit(tx, channelNo, command.by, at, {
    action: 'assistant.changed',
    detail: { changed: Object.keys(change) },
  })
  return (await loadChannel(tx, defaults, channelNo)).assistant
}

export async function changeWelcome(
  tx: Sql,
  command: CommandOf<'change-welcome'>,
  defaults: Defaults,
): Promise<Welcome> {
  const { channelNo } = await accessScene(tx, command)
  const { welcome } = await loadChannel(tx, defaults, channelNo)
  const { change, at } = command
  refuseOtherEdition(command.ifMatch, welcome)
  if (isEmpty(change)) return welcome
  const stamp = { by: actorOf(command.by).userId, at }
  const next = { ...welcome, ...change }
  const problem = findBadQuietHours(next.quietHours)
  if (problem) throw invalid(problem)
  await refuseGrowth(tx, defaults, channelNo, next.message.length - welcome.message.length)
  await writeWelcome(tx, channelNo, stamp, next)
  await recordChanges(tx, defaults, channelNo, stamp, [{ part: 'welcome', before: welcome, after: next }])
  await audit(tx, channelNo, command.by, at, { action: 'welcome.changed', detail: { changed: Object.keys(change) } })
  return (await loadChannel(tx, defaults, channelNo)).welcome
}

export async function changeGroupRules(
  tx: Sql,
  command: CommandOf<'change-group-rules'>,
  defaults: Defaults,
): Promise<GroupRules> {
  const { channelNo } = await accessScene(tx, command)
  const { groupRules } = await loadChannel(tx, defaults, channelNo)
  const { change, at } = command
  refuseOtherEdition(command.ifMatch, groupRules)
  if (isEmpty(change)) return groupRules
  const stamp = { by: actorOf(command.by).userId, at }
  const next = { ...groupRules, ...change }
  await refuseGrowth(tx, defaults, channelNo, next.content.length - groupRules.content.length)
  await writeGroupRules(tx, channelNo, stamp, next)
  await recordChanges(tx, defaults, channelNo, stamp, [{ part: 'groupRules', before: groupRules, after: next }])
  await audit(tx, channelNo, command.by, at, {
    action: 'group-rules.changed',
    detail: { changed: Object.keys(change) },
  })
  return (await loadChannel(tx, defaults, channelNo)).groupRules
}

export async function writeConfig(
  tx: Sql,
  channelNo: number,
  { by, at }: Stamp,
  { enabled, qa }: AssistantState['config'],
): Promise<void> {
  await tx.run(
    `update assistants set enabled = ?, qa_enabled = ?, qa_mode = ?, qa_cooldown_seconds = ?,
       qa_member_cooldown_seconds = ?, config_updated_at = ?, config_updated_by = ?
     where channel = ?`,
    flag(enabled),
    flag(qa.enabled),
    qa.mode,
    qa.cooldownSeconds,
    qa.memberCooldownSeconds,
    at,
    by,
    channelNo,
  )
}

export async function writeWelcome(
  tx: Sql,
  channelNo: number,
  { by, at }: Stamp,
  { enabled, message, quietHours, greetReturning }: AssistantState['welcome'],
): Promise<void> {
  await tx.run(
    `update assistants set welcome_enabled = ?, welcome_message = ?, welcome_quiet_hours = ?,
       welcome_greet_returning = ?, welcome_updated_at = ?, welcome_updated_by = ?
     where channel = ?`,
    flag(enabled),
    message,
    quietHours === null ? null : JSON.stringify(quietHours),
    flag(greetReturning),
    at,
    by,
    channelNo,
  )
}

export async function writeGroupRules(
  tx: Sql,
  channelNo: number,
  { by, at }: Stamp,
  { enabled, content }: AssistantState['groupRules'],
): Promise<void> {
  await tx.run(
    `update assistants set group_rules_enabled = ?, group_rules_content = ?, group_rules_updated_at = ?,
       group_rules_updated_by = ?
     where channel = ?`,
    flag(enabled),
    content,
    at,
    by,
    channelNo,
  )
}

function flag(value: boolean): number {
  return value ? 1 : 0
}
