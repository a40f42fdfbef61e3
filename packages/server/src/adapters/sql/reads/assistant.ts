import type { Assistant } from '../../../domain/answering/assistant.ts'
import { keepRecentlyUsed } from '../../../domain/recently-used.ts'
import { toMillisecondsOrNull } from '../../../domain/timestamp.ts'
import type { Defaults, Reader } from '../sql.ts'
import { loadChannel } from './channel.ts'
import { findRulesVersion, loadRules, readUnchanged } from './rules.ts'

export async function loadAssistant(
  sql: Reader,
  defaults: Defaults,
  channelNo: number,
  how: 'at-once' | 'in-slices',
): Promise<Assistant> {
  const { assistant, groupRules, settings } = await loadChannel(sql, defaults, channelNo)
  return {
    enabled: assistant.enabled,
    qa: assistant.qa,
    quietUntil: toMillisecondsOrNull(assistant.quietUntil),
    timezone: settings.timezone,
    groupRules: groupRules.enabled ? groupRules.content : '',
    rules: await loadRules(sql, channelNo, how),
  }
}

const mib = 1024 * 1024

type Versioned = { version: number; assistant: Assistant }

/**
 * With the version it stands under. Those asked for last are kept, each under its version: thousands of rules take a tenth of
 * a second to load, and a group that talks asks for them with every message. Who asks while they are being loaded waits for the same.
 */
export function createAssistantReader(
  sql: Reader,
  defaults: Defaults,
  mostBytes = 32 * mib,
): (channelNo: number) => Promise<Versioned & { ownerId: string | null }> {
  const kept = keepRecentlyUsed<number, Versioned>(mostBytes)
  const loading = new Map<number, Promise<Versioned>>()

  async function load(channelNo: number): Promise<Versioned> {
    const made = await readUnchanged(sql, channelNo, async () => ({
      version: await findRulesVersion(sql, channelNo),
      assistant: await loadAssistant(sql, defaults, channelNo, 'in-slices'),
    }))
    kept.keep(channelNo, made, 1000 + 2 * JSON.stringify(made.assistant).length)
    return made
  }

  async function get(channelNo: number, version: number): Promise<Versioned> {
    const known = kept.find(channelNo)
    if (known?.version === version) return known
    const others = loading.get(channelNo)
    if (others) {
      const made = await others
      return made.version === version ? made : await get(channelNo, await findRulesVersion(sql, channelNo))
    }
    const own = load(channelNo).finally(() => loading.delete(channelNo))
    loading.set(channelNo, own)
    return await own
  }

  return async (channelNo) => {
    const row = await sql.get<{ version: number; ownerId: string | null }>(
      `select rules_version as version,
         (select user_id from members o where o.channel = c.channel and o.role = 'owner') as "ownerId"
       from channels c where channel = ?`,
      channelNo,
    )
    return { ...(await get(channelNo, row?.version ?? 0)), ownerId: row?.ownerId ?? null }
  }
}
