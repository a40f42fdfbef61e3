import type { Assistant } from '../../../domain/answering/assistant.ts'
import { toMillisecondsOrNull } from '../../../domain/timestamp.ts'
import type { Defaults, Reader } from '../sql.ts'
import { loadChannel } from './channel.ts'
import { loadRules } from './rules.ts'

export async function loadAssistant(sql: Reader, defaults: Defaults, channelNo: number): Promise<Assistant> {
  const { assistant, groupRules, settings } = await loadChannel(sql, defaults, channelNo)
  return {
    enabled: assistant.enabled,
    qa: assistant.qa,
    quietUntil: toMillisecondsOrNull(assistant.quietUntil),
    timezone: settings.timezone,
    groupRules: groupRules.enabled ? groupRules.content : '',
    rules: await loadRules(sql, channelNo),
  }
}

/** With the version it stands under. */
export async function getAssistant(
  sql: Reader,
  defaults: Defaults,
  channelNo: number,
): Promise<{ version: number; assistant: Assistant }> {
  const row = await sql.get<{ version: number }>(
    'select rules_version as version from channels where channel = ?',
    channelNo,
  )
  return { version: row?.version ?? 0, assistant: await loadAssistant(sql, defaults, channelNo) }
}
