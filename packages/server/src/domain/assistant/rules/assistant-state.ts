import type { AssistantChange, AssistantConfig, GroupRules, Welcome } from '@innkeeper/contract'
import type { AnsweringRule } from '../answering/assistant.ts'

type Unstamped<T> = Omit<T, 'updatedAt' | 'updatedBy'>

/** The switches of the welcome and of the group rules are in those parts only. */
type Config = Pick<AssistantConfig, 'enabled' | 'qa'>

/** The parts of a rule that its author decides. */
export type RuleContent = Omit<AnsweringRule, 'id'>

/** `createdAt` in milliseconds: between equals, age decides. */
export type KeptRule = AnsweringRule & { createdAt: number; createdBy: string }

/** A channel's assistant as stored in versions and files: without statistics. */
export type AssistantState = {
  config: Config
  welcome: Unstamped<Welcome>
  groupRules: Unstamped<GroupRules>
  /** By priority, then age. */
  rules: KeptRule[]
}

/** Something that was created, changed or deleted. How long the bot is silenced is reported, but isn't part of the state. */
export type AssistantEdit =
  | { part: 'config'; before: ConfigMembers; after: ConfigMembers }
  | { part: 'welcome'; before: AssistantState['welcome']; after: AssistantState['welcome'] }
  | { part: 'groupRules'; before: AssistantState['groupRules']; after: AssistantState['groupRules'] }
  | RuleEdit
export type RuleEdit = { part: 'rule'; before: KeptRule | null; after: KeptRule | null }
type ConfigMembers = Partial<Config & Pick<AssistantConfig, 'quietUntil'>>

/** An edit as stored: of something that was changed, only the changed members. */
export type KeptEdit = {
  part: AssistantEdit['part']
  ruleId: string | null
  question: string | null
  before: Members | null
  after: Members | null
}
type Members = Record<string, unknown>

/** The members in the fixed order in which they are stored. */
export function contentOf(rule: RuleContent): RuleContent {
  return {
    keywords: rule.keywords,
    question: rule.question,
    answer: rule.answer,
    answers: rule.answers,
    pick: rule.pick,
    enabled: rule.enabled,
    priority: rule.priority,
    match: rule.match,
    cooldownSeconds: rule.cooldownSeconds,
    memberCooldownSeconds: rule.memberCooldownSeconds,
    schedule: rule.schedule.map(({ days, from, to }) => ({ days, from, to })),
    activeFrom: rule.activeFrom,
    activeUntil: rule.activeUntil,
    quickReplies: rule.quickReplies.map(({ label, text }) => ({ label, text })),
    picture: rule.picture,
  }
}

export function isSameContent(one: RuleContent, other: RuleContent): boolean {
  return JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other))
}

/** Undefined if nothing differs. */
export function keepEdit(edit: AssistantEdit): KeptEdit | undefined {
  if (edit.part !== 'rule') {
    const { before, after } = differencesOf(edit.before, edit.after)
    if (Object.keys(after).length === 0) return undefined
    return { part: edit.part, ruleId: null, question: null, before, after }
  }
  const rule = edit.after ?? edit.before
  if (!rule) return undefined
  const kept = { part: 'rule', ruleId: rule.id, question: rule.question } as const
  if (!edit.before || !edit.after) return { ...kept, before: wholeOf(edit.before), after: wholeOf(edit.after) }
  const { before, after } = differencesOf(contentOf(edit.before), contentOf(edit.after))
  return Object.keys(after).length === 0 ? undefined : { ...kept, before, after }
}

/** The id is stored beside it. */
function wholeOf(rule: KeptRule | null): Members | null {
  return rule && { ...contentOf(rule), createdAt: rule.createdAt, createdBy: rule.createdBy }
}

function differencesOf(before: Members, after: Members): { before: Members; after: Members } {
  const was: Members = {}
  const is: Members = {}
  for (const name of Object.keys({ ...before, ...after })) {
    if (JSON.stringify(before[name]) === JSON.stringify(after[name])) continue
    if (name === 'qa' && isObject(before.qa) && isObject(after.qa)) {
      const qa = differencesOf(before.qa, after.qa)
      was.qa = qa.before
      is.qa = qa.after
    } else {
      was[name] = before[name]
      is[name] = after[name]
    }
  }
  return { before: was, after: is }
}

export function describeEdit({ part, ruleId, question, before, after }: KeptEdit): AssistantChange {
  return {
    part,
    ...(ruleId === null ? {} : { ruleId }),
    change: !before ? 'created' : after ? 'changed' : 'deleted',
    ...(question === null ? {} : { question }),
    members: before && after ? namesOf(after) : [],
  }
}

function namesOf(members: Members): string[] {
  return Object.entries(members).flatMap(([name, value]) =>
    name === 'qa' && isObject(value) ? Object.keys(value).map((inner) => `qa.${inner}`) : [name],
  )
}

/** The edits that lead from one state to another. */
export function findEdits(from: AssistantState, to: AssistantState): AssistantEdit[] {
  const edits: AssistantEdit[] = [
    { part: 'config', before: from.config, after: to.config },
    { part: 'welcome', before: from.welcome, after: to.welcome },
    { part: 'groupRules', before: from.groupRules, after: to.groupRules },
  ]
  const before = new Map(from.rules.map((rule) => [rule.id, rule]))
  const after = new Set(to.rules.map(({ id }) => id))
  const changed: RuleEdit[] = to.rules.map((rule) => ({
    part: 'rule',
    before: before.get(rule.id) ?? null,
    after: rule,
  }))
  const deleted: RuleEdit[] = from.rules
    .filter(({ id }) => !after.has(id))
    .map((rule) => ({ part: 'rule', before: rule, after: null }))
  return [...edits, ...changed, ...deleted].filter((edit) => keepEdit(edit) !== undefined)
}

/** A state whose edits are undone, newest first. */
export function rewind(state: AssistantState): { undo(edit: KeptEdit): void; state(): AssistantState } {
  let { config, welcome, groupRules } = state
  const rules = new Map(state.rules.map((rule) => [rule.id, rule]))
  const undoRule = (id: string, before: Members | null, isChange: boolean) => {
    if (before === null) rules.delete(id)
    else rules.set(id, { ...(isChange ? rules.get(id) : {}), ...before, id } as KeptRule)
  }
  return {
    undo({ part, ruleId, before, after }) {
      if (part === 'rule') undoRule(ruleId ?? '', before, after !== null)
      else if (part === 'welcome') welcome = { ...welcome, ...before }
      else if (part === 'groupRules') groupRules = { ...groupRules, ...before }
      else config = mergeConfig(config, before ?? {})
    },
    state: () => ({ config, welcome, groupRules, rules: inOrder([...rules.values()]) }),
  }
}

export function mergeConfig(config: Config, change: { enabled?: boolean; qa?: Partial<Config['qa']> }): Config {
  return { enabled: change.enabled ?? config.enabled, qa: { ...config.qa, ...change.qa } }
}

/** By priority, then age, as rules are read. */
export function inOrder(rules: readonly KeptRule[]): KeptRule[] {
  return rules.toSorted(
    (one, other) => other.priority - one.priority || one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1),
  )
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}
