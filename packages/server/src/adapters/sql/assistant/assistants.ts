import type { Assistant } from '../../../domain/assistant/answering/assistant.ts'
import { isGrounded } from '../../../domain/assistant/answering/grounding.ts'
import { compileMatcher, type Matcher } from '../../../domain/assistant/matching/matcher.ts'
import { keywordUnits, modeOf } from '../../../domain/assistant/matching/rule-patterns.ts'
import { keepRecentlyUsed } from '../../../domain/recently-used.ts'
import type { Defaults, Reader } from '../sql.ts'
import { loadAssistant, loadAssistantSettings } from './assistant-reads.ts'
import { loadSomeRules } from './rule-reads.ts'

/** A channel's assistant, ready to answer. */
export type ReadyAssistant = Assistant & {
  /** Finds nothing if the assistant is slow. */
  matcher: Matcher
  /** Whether a rule needs more time than a transaction has: a pattern, similarity, a model, or more words than usual. */
  isSlow: boolean
  /** Whether it has too many rules to be loaded in a transaction. `rules` is empty then: see `loadFoundRules`. */
  isLarge: boolean
}

/** Assistants of recently active channels, each cached with its version, so that none is ever stale. */
export type Assistants = {
  get(tx: Reader, channelNo: number, version: number): Promise<ReadyAssistant>
  /** Keeps what was loaded since the last commit. */
  noteCommit(): void
  /** Drops it: after a rollback the same version number may be used again, with another meaning. */
  noteRollback(): void
  /** For one of several concurrent transactions: what it loads is shared only when it commits. */
  branch(): Assistants
}

const mib = 1024 * 1024
/** Length of all keywords together: compiling this many takes about a twentieth of a second, while everyone else waits. */
const mostUnitsAtOnce = 200_000
/** Size of rules loaded inside a transaction, about a thousand ordinary ones: every other channel waits meanwhile. */
const mostRuleBytesAtOnce = 128 * 1024

export function createAssistants(defaults: Defaults, mostBytes = 64 * mib): Assistants {
  const kept = keepRecentlyUsed<number, { version: number; assistant: ReadyAssistant }>(mostBytes)
  const fresh = new Set<number>()
  return {
    async get(tx, channelNo, version) {
      const known = kept.find(channelNo)
      if (known?.version === version) return known.assistant
      const assistant = await load(tx, defaults, channelNo)
      kept.keep(channelNo, { version, assistant }, sizeOf(assistant))
      fresh.add(channelNo)
      return assistant
    },
    noteCommit: () => fresh.clear(),
    noteRollback() {
      for (const channelNo of fresh) kept.drop(channelNo)
      fresh.clear()
    },
    branch: () => branchOff(defaults, kept),
  }
}

type Kept = ReturnType<typeof keepRecentlyUsed<number, { version: number; assistant: ReadyAssistant }>>

function branchOff(defaults: Defaults, kept: Kept): Assistants {
  const own = new Map<number, { version: number; assistant: ReadyAssistant }>()
  return {
    async get(tx, channelNo, version) {
      const known = own.get(channelNo) ?? kept.find(channelNo)
      if (known?.version === version) return known.assistant
      const assistant = await load(tx, defaults, channelNo)
      own.set(channelNo, { version, assistant })
      return assistant
    },
    noteCommit() {
      for (const [channelNo, one] of own) kept.keep(channelNo, one, sizeOf(one.assistant))
      own.clear()
    },
    noteRollback: () => own.clear(),
    branch: () => branchOff(defaults, kept),
  }
}

async function load(tx: Reader, defaults: Defaults, channelNo: number): Promise<ReadyAssistant> {
  const size = await tx.get<{ rulesBytes: number }>(
    'select rules_bytes as "rulesBytes" from assistants where channel = ?',
    channelNo,
  )
  if ((size?.rulesBytes ?? 0) <= mostRuleBytesAtOnce)
    return prepare(await loadAssistant(tx, defaults, channelNo, 'at-once'))
  const settings = await loadAssistantSettings(tx, defaults, channelNo)
  const isOn = settings.enabled && settings.qa.enabled
  return { ...settings, rules: [], matcher: compileMatcher([], settings.qa.mode), isSlow: isOn, isLarge: true }
}

/** An assistant with those of its rules that matter for one question, which were found outside the transaction. */
export async function loadFoundRules(
  tx: Reader,
  channelNo: number,
  assistant: ReadyAssistant,
  ruleIds: readonly string[],
): Promise<Assistant> {
  if (!assistant.isLarge || !assistant.isSlow) return assistant
  const rules = await loadSomeRules(tx, channelNo, [...new Set(ruleIds)])
  return { ...assistant, rules: rules.filter(({ enabled }) => enabled) }
}

function prepare(assistant: Assistant): ReadyAssistant {
  const { enabled, qa } = assistant
  const isOn = enabled && qa.enabled
  const rules = isOn ? assistant.rules.filter((rule) => rule.enabled) : []
  const needsTime = rules.some((rule) => !['keyword', 'exact'].includes(modeOf(rule, qa.mode)))
  const units = rules.reduce((sum, { keywords }) => sum + keywordUnits(keywords), 0)
  const isSlow = needsTime || units > mostUnitsAtOnce || (isOn && isGrounded({ ...assistant, rules }))
  return { ...assistant, rules, matcher: compileMatcher(isSlow ? [] : rules, qa.mode), isSlow, isLarge: false }
}

function sizeOf({ rules, matcher }: ReadyAssistant): number {
  return rules.reduce((sum, rule) => sum + 500 + 2 * JSON.stringify(rule).length, 1000 + matcher.sizeBytes)
}
