import { setTimeout as pause } from 'node:timers/promises'
import type { Assistant } from '../../../domain/assistant/answering/assistant.ts'
import { keepRecentlyUsed } from '../../../domain/recently-used.ts'
import { toMillisecondsOrNull } from '../../../domain/timestamp.ts'
import { loadChannel } from '../channels/channel-reads.ts'
import type { Defaults, Reader } from '../sql.ts'
import { findRulesVersion, loadRules, readUnchanged } from './rule-reads.ts'

export async function loadAssistant(
  sql: Reader,
  defaults: Defaults,
  channelNo: number,
  how: 'at-once' | 'in-slices',
): Promise<Assistant> {
  return {
    ...(await loadAssistantSettings(sql, defaults, channelNo)),
    rules: await loadRules(sql, channelNo, how),
  }
}

/** Everything about a channel's assistant except its rules. */
export async function loadAssistantSettings(
  sql: Reader,
  defaults: Defaults,
  channelNo: number,
): Promise<Omit<Assistant, 'rules'>> {
  const { assistant, groupRules, settings } = await loadChannel(sql, defaults, channelNo)
  return {
    enabled: assistant.enabled,
    qa: assistant.qa,
    quietUntil: toMillisecondsOrNull(assistant.quietUntil),
    timezone: settings.timezone,
    language: settings.language,
    groupRules: groupRules.enabled ? groupRules.content : '',
  }
}

const mib = 1024 * 1024

type Versioned = { version: number; assistant: Assistant }

/**
 * With its version. Recently used ones are cached by version: thousands of rules take a tenth of a second to load, and an
 * active group needs them for every message. Concurrent requests share one load.
 */
export function createAssistantReader(
  sql: Reader,
  defaults: Defaults,
  mostBytes = 32 * mib,
): (channelNo: number) => Promise<Versioned & { ownerId: string | null }> {
  const kept = keepRecentlyUsed<number, Versioned>(mostBytes)
  const loading = new Map<number, Promise<Versioned>>()
  const loadLarge = takeTurns()

  async function load(channelNo: number): Promise<Versioned> {
    const made = await readUnchanged(sql, channelNo, async () => ({
      version: await findRulesVersion(sql, channelNo),
      assistant: await loadAssistant(sql, defaults, channelNo, 'in-slices'),
    }))
    kept.keep(channelNo, made, 1000 + 2 * JSON.stringify(made.assistant).length)
    return made
  }

  async function get(channelNo: number, version: number, isLarge: boolean): Promise<Versioned> {
    const known = kept.find(channelNo)
    if (known?.version === version) return known
    const others = loading.get(channelNo)
    if (others) {
      const made = await others
      return made.version === version ? made : await get(channelNo, await findRulesVersion(sql, channelNo), isLarge)
    }
    const made = isLarge ? loadLarge(() => load(channelNo)) : load(channelNo)
    const own = made.finally(() => loading.delete(channelNo))
    loading.set(channelNo, own)
    return await own
  }

  return async (channelNo) => {
    const row = await sql.get<{ version: number; ownerId: string | null; rulesBytes: number | null }>(
      `select rules_version as version,
         (select user_id from members o where o.channel = c.channel and o.role = 'owner') as "ownerId",
         (select rules_bytes from assistants a where a.channel = c.channel) as "rulesBytes"
       from channels c where channel = ?`,
      channelNo,
    )
    const isLarge = (row?.rulesBytes ?? 0) > mostBytesAtWill
    return { ...(await get(channelNo, row?.version ?? 0, isLarge)), ownerId: row?.ownerId ?? null }
  }
}

/** Assistants with more rules than this are loaded one after the other, with pauses in between. */
const mostBytesAtWill = 256 * 1024
/** A pause is this many times as long as the loading took. */
const pauseFactor = 3
const longestPauseMs = 1_000

/**
 * A channel whose thousands of rules change all the time makes us load them all the time. With pauses, that takes at most a
 * quarter of the service's time, however many such channels there are.
 */
function takeTurns(): <T>(load: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (load) => {
    const mine = last.then(async () => {
      const startedAt = performance.now()
      const value = await load()
      return { value, pauseMs: Math.min(longestPauseMs, pauseFactor * (performance.now() - startedAt)) }
    })
    last = mine.then(
      ({ pauseMs }) => pause(pauseMs, undefined, { ref: false }),
      () => {},
    )
    return mine.then(({ value }) => value)
  }
}
