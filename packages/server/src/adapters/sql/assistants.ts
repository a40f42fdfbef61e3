import type { Assistant } from '../../domain/answering/assistant.ts'
import { compileMatcher, type Matcher } from '../../domain/answering/matcher.ts'
import { modeOf } from '../../domain/rule-patterns.ts'
import { loadAssistant } from './reads/assistant.ts'
import type { Defaults, Reader } from './sql.ts'

/** A channel's assistant, ready to answer. */
export type ReadyAssistant = Assistant & {
  matcher: Matcher
  /** Whether some rule needs more time than a transaction has: a pattern, a likeness, a model. */
  isSlow: boolean
}

/** Assistants of the channels that spoke last, each under the version it was made from, so that none is ever stale. */
export type Assistants = {
  get(tx: Reader, channelNo: number, version: number): Promise<ReadyAssistant>
}

const mib = 1024 * 1024

export function createAssistants(defaults: Defaults, mostBytes = 64 * mib): Assistants {
  const kept = new Map<number, { version: number; assistant: ReadyAssistant; sizeBytes: number }>()
  let bytes = 0
  const drop = (channelNo: number) => {
    bytes -= kept.get(channelNo)?.sizeBytes ?? 0
    kept.delete(channelNo)
  }
  return {
    async get(tx, channelNo, version) {
      const known = kept.get(channelNo)
      if (known?.version === version) {
        // Last in the order of the map: dropped last.
        kept.delete(channelNo)
        kept.set(channelNo, known)
        return known.assistant
      }
      drop(channelNo)
      const assistant = prepare(await loadAssistant(tx, defaults, channelNo))
      const sizeBytes = sizeOf(assistant)
      kept.set(channelNo, { version, assistant, sizeBytes })
      bytes += sizeBytes
      for (const oldest of kept.keys()) {
        if (bytes <= mostBytes || oldest === channelNo) break
        drop(oldest)
      }
      return assistant
    },
  }
}

function prepare(assistant: Assistant): ReadyAssistant {
  const { enabled, qa } = assistant
  const rules = enabled && qa.enabled ? assistant.rules.filter((rule) => rule.enabled) : []
  const isSlow = rules.some((rule) => !['keyword', 'exact'].includes(modeOf(rule, qa.mode)))
  return { ...assistant, rules, matcher: compileMatcher(rules, qa.mode), isSlow }
}

function sizeOf({ rules, matcher }: ReadyAssistant): number {
  return rules.reduce((sum, rule) => sum + 500 + 2 * JSON.stringify(rule).length, 1000 + matcher.sizeBytes)
}
