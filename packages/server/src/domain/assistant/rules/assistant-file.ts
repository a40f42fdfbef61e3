import type { AssistantFile, RuleDraft } from '@innkeeper/contract'
import { invalid } from '../../refusal.ts'
import { mostRules } from '../matching/rule-patterns.ts'
import { findBadQuietHours } from '../quiet-hours.ts'
import {
  type AssistantState,
  contentOf,
  inOrder,
  isSameContent,
  type KeptRule,
  mergeConfig,
} from './assistant-state.ts'
import { findChannelProblem, findRuleProblem } from './check-rule.ts'
import { completeDraft, type FileOrigin, matchDrafts, placeProblem, rootOf } from './rule-drafts.ts'

/** What to do with a file. */
export type ImportRequest = { file: AssistantFile; origin: FileOrigin; mode: 'replace' | 'merge' }

/** Members in a fixed order, so that equal assistants have equal bytes. */
export function toAssistantFile({ config, welcome, groupRules, rules }: AssistantState): AssistantFile {
  const { enabled, mode, cooldownSeconds, memberCooldownSeconds } = config.qa
  return {
    format: 'innkeeper-assistant/1',
    config: { enabled: config.enabled, qa: { enabled, mode, cooldownSeconds, memberCooldownSeconds } },
    welcome: {
      enabled: welcome.enabled,
      message: welcome.message,
      quietHours: welcome.quietHours && { from: welcome.quietHours.from, to: welcome.quietHours.to },
      greetReturning: welcome.greetReturning,
    },
    groupRules: { enabled: groupRules.enabled, content: groupRules.content },
    rules: rules.map((rule) => ({ id: rule.id, ...contentOf(rule) })),
  }
}

/** External constraints on a channel's rules. `hasModel`: whether the operator set up a language model. */
type Bounds = { timezone: string; hasModel: boolean }

/** `by`: the author of new rules. */
type Scene = Bounds & { by: string; at: number; createId(): string }

const noModel = 'cannot be ai: no language model is configured on this service'

/** `drawn`: generated ids, which the file didn't have. `kept`: how many rules stay that it doesn't have. */
type PlannedImport = { state: AssistantState; drawn: ReadonlySet<string>; kept: number }

/** The assistant after an import. Throws if any of it isn't allowed: then nothing is imported. */
export function planImport(state: AssistantState, { file, origin, mode }: ImportRequest, scene: Scene): PlannedImport {
  const parts = mergeParts(state, file, origin)
  const { rules, drawn } = file.rules
    ? takeDrafts(state.rules, file.rules, origin, scene)
    : { rules: [], drawn: new Set<string>() }
  const places = new Map(rules.map(({ id }, index) => [id, index]))
  const others = mode === 'merge' || !file.rules ? state.rules.filter(({ id }) => !places.has(id)) : []
  if (rules.length + others.length > mostRules) {
    const count = rules.length + others.length
    throw invalid(`A channel holds at most ${mostRules} rules; after this import it would hold ${count}`)
  }
  // In the order of the file, so that the first problem is the first in it.
  refuseBadRules(state, { ...parts, rules: [...rules, ...others] }, scene, (problem, rule) => {
    const index = rule && places.get(rule.id)
    if (index !== undefined) return placeProblem(origin, index, problem)
    const what = rule
      ? `qa.mode cannot be ${parts.config.qa.mode}: in rule ${rule.id} (${rule.question}) ${problem}`
      : problem
    return `${rootOf(origin)}config.${what}`
  })
  return { state: { ...parts, rules: inOrder([...rules, ...others]) }, drawn, kept: others.length }
}

function takeDrafts(
  there: readonly KeptRule[],
  drafts: readonly RuleDraft[],
  origin: FileOrigin,
  { by, at, createId }: Scene,
): { rules: KeptRule[]; drawn: Set<string> } {
  const drawn = new Set<string>()
  const matched = matchDrafts(there, drafts, origin)
  let newest = there.reduce((most, rule) => Math.max(most, rule.createdAt), 0)
  const rules = drafts.map((draft, index) => {
    const rule = matched[index]
    if (rule) return { ...rule, ...completeDraft(draft, rule) }
    const id = draft.id ?? createId()
    if (draft.id === undefined) drawn.add(id)
    // The order of a file becomes the order of age, which it is in an export.
    newest = Math.max(at, newest + 1)
    return { id, ...completeDraft(draft), createdAt: newest, createdBy: by }
  })
  return { rules, drawn }
}

function mergeParts(state: AssistantState, file: AssistantFile, origin: FileOrigin): Omit<AssistantState, 'rules'> {
  const { config = {}, welcome = {}, groupRules = {} } = file
  const root = rootOf(origin)
  const problem = findBadQuietHours(welcome.quietHours)
  if (problem) throw invalid(`${root}welcome: ${problem}`)
  return {
    config: mergeConfig(state.config, config),
    welcome: {
      enabled: oneSwitch(`${root}config.welcome`, config.welcome, `${root}welcome`, welcome) ?? state.welcome.enabled,
      message: welcome.message ?? state.welcome.message,
      quietHours: welcome.quietHours === undefined ? state.welcome.quietHours : welcome.quietHours,
      greetReturning: welcome.greetReturning ?? state.welcome.greetReturning,
    },
    groupRules: {
      enabled:
        oneSwitch(`${root}config.rules`, config.rules, `${root}groupRules`, groupRules) ?? state.groupRules.enabled,
      content: groupRules.content ?? state.groupRules.content,
    },
  }
}

type Switch = { enabled?: boolean | undefined }

/** Two names for the same switch. */
function oneSwitch(name: string, one: Switch | undefined, otherName: string, other: Switch): boolean | undefined {
  if (one?.enabled === undefined || other.enabled === undefined) return other.enabled ?? one?.enabled
  if (one.enabled !== other.enabled) {
    throw invalid(`${name}.enabled and ${otherName}.enabled are the same switch, but they differ; leave one out`)
  }
  return other.enabled
}

/** Checks what is new or changed, and all rules that use the channel's match mode if that changes. */
export function refuseBadRules(
  from: AssistantState,
  to: AssistantState,
  { timezone, hasModel }: Bounds,
  tell: (problem: string, rule?: KeptRule) => string,
): void {
  const { mode } = to.config.qa
  const isModeNew = mode !== from.config.qa.mode
  if (isModeNew && mode === 'ai' && !hasModel) throw invalid(tell(`qa.mode ${noModel}`))
  const before = new Map(from.rules.map((rule) => [rule.id, rule]))
  for (const rule of to.rules) {
    const there = before.get(rule.id)
    const mustFitMode = isModeNew && rule.match === null
    if (there && !mustFitMode && isSameContent(there, rule)) continue
    const problem = rule.match === 'ai' && !hasModel ? `match ${noModel}` : findRuleProblem(rule, mode, timezone)
    if (problem) throw invalid(tell(problem, rule))
  }
  const problem = findChannelProblem(to.rules, mode)
  if (problem) throw invalid(problem)
}
