import type { Assistant } from '../../../domain/answering/assistant.ts'
import { keepRecentlyUsed } from '../../../domain/recently-used.ts'
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

const mib = 1024 * 1024

/**
 * With the version it stands under. Those asked for last are kept, each under its version: thousands of rules take a tenth of
 * a second to load, and a group that talks asks for them with every message.
 */
export function createAssistantReader(
  sql: Reader,
  defaults: Defaults,
  mostBytes = 32 * mib,
): (channelNo: number) => Promise<{ version: number; assistant: Assistant; ownerId: string | null }> {
  const kept = keepRecentlyUsed<number, { version: number; assistant: Assistant }>(mostBytes)
  return async (channelNo) => {
    const row = await sql.get<{ version: number; ownerId: string | null }>(
      `select rules_version as version,
         (select user_id from members o where o.channel = c.channel and o.role = 'owner') as "ownerId"
       from channels c where channel = ?`,
      channelNo,
    )
    const { version, ownerId } = row ?? { version: 0, ownerId: null }
    const known = kept.find(channelNo)
    if (known?.version === version) return { ...known, ownerId }
    const made = { version, assistant: await loadAssistant(sql, defaults, channelNo) }
    kept.keep(channelNo, made, 1000 + 2 * JSON.stringify(made.assistant).length)
    return { ...made, ownerId }
  }
}
