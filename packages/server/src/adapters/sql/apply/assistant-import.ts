import type { ImportReport } from '@innkeeper/contract'
import { planImport, refuseBadRules, reportImport } from '../../../domain/assistant-file.ts'
import { type AssistantEdit, type AssistantState, findEdits } from '../../../domain/assistant-state.ts'
import { createId } from '../../../domain/token.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { inOneGo } from '../in-one-go.ts'
import { getAssistantState } from '../reads/assistant-versions.ts'
import type { Defaults, Sql } from '../sql.ts'
import { type Stamp, writeConfig, writeGroupRules, writeWelcome } from './assistant.ts'
import { recordChanges } from './assistant-versions.ts'
import { audit } from './audit.ts'
import { accessScene, actorOf } from './authority.ts'
import { insertRule, overwriteRule, removeRule } from './rules.ts'

export async function importAssistant(
  tx: Sql,
  defaults: Defaults,
  command: CommandOf<'import-assistant'>,
): Promise<ImportReport> {
  const { channelNo } = await accessScene(tx, command)
  const { wish, dryRun, hasModel, at } = command
  const stamp = { by: actorOf(command.by).userId, at }
  const { state } = await getAssistantState(tx, defaults, channelNo, 'at-once')
  const timezone = await loadTimezone(tx, defaults, channelNo)
  const planned = planImport(state, wish, { ...stamp, timezone, hasModel, createId: () => createId('r') })
  const edits = findEdits(state, planned.state)
  const version = dryRun ? null : await writeEdits(tx, channelNo, stamp, edits)
  const held = wish.file.rules?.length ?? 0
  const report = reportImport(edits, { dryRun, version, drawn: planned.drawn, held })
  if (version === null) return report
  const { created, changed, deleted } = report
  await audit(tx, channelNo, command.by, at, {
    action: 'assistant.imported',
    detail: { version, parts: partsOf(edits), rules: { created, changed, deleted } },
  })
  return report
}

export async function restoreAssistant(
  tx: Sql,
  defaults: Defaults,
  command: CommandOf<'restore-assistant'>,
): Promise<ImportReport> {
  const { channelNo } = await accessScene(tx, command)
  const { dryRun, hasModel, at } = command
  const stamp = { by: actorOf(command.by).userId, at }
  const { state } = await getAssistantState(tx, defaults, channelNo, 'at-once')
  const timezone = await loadTimezone(tx, defaults, channelNo)
  refuseBadRules(state, command.state, { timezone, hasModel }, (problem, rule) => {
    const where = rule ? `in rule ${rule.id} (${rule.question}) ` : ''
    return `Version ${command.version} cannot be restored: ${where}${problem}`
  })
  const edits = findEdits(state, command.state)
  const version = dryRun ? null : await writeEdits(tx, channelNo, stamp, edits)
  if (version !== null) {
    await audit(tx, channelNo, command.by, at, {
      action: 'assistant.restored',
      detail: { version, restored: command.version, parts: partsOf(edits) },
    })
  }
  return reportImport(edits, { dryRun, version, drawn: new Set(), held: command.state.rules.length })
}

/** Null where there is nothing to write. */
async function writeEdits(
  tx: Sql,
  channelNo: number,
  stamp: Stamp,
  edits: readonly AssistantEdit[],
): Promise<number | null> {
  await inOneGo(tx, edits, (edit) => writeEdit(tx, channelNo, stamp, edit))
  return await recordChanges(tx, channelNo, stamp, edits)
}

async function writeEdit(tx: Sql, channelNo: number, stamp: Stamp, edit: AssistantEdit): Promise<void> {
  switch (edit.part) {
    case 'config':
      return await writeConfig(tx, channelNo, stamp, edit.after as AssistantState['config'])
    case 'welcome':
      return await writeWelcome(tx, channelNo, stamp, edit.after)
    case 'groupRules':
      return await writeGroupRules(tx, channelNo, stamp, edit.after)
    case 'rule': {
      const { before, after } = edit
      if (after && before) await overwriteRule(tx, channelNo, stamp.at, after)
      else if (after) await insertRule(tx, channelNo, stamp.at, after)
      else if (before) await removeRule(tx, channelNo, before.id)
    }
  }
}

function partsOf(edits: readonly AssistantEdit[]): string[] {
  return [...new Set(edits.map(({ part }) => part))]
}

async function loadTimezone(tx: Sql, defaults: Defaults, channelNo: number): Promise<string> {
  const row = await tx.get<{ timezone: string | null }>(
    'select timezone from channel_settings where channel = ?',
    channelNo,
  )
  return row?.timezone ?? defaults.timezone
}
