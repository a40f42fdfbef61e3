import type { AssistantChange, AssistantFile, ImportChange } from '@innkeeper/contract'

export type FieldDifference = { member: string; before: unknown; after: unknown }

export type Difference = Pick<AssistantChange, 'part' | 'change'> & {
  ruleId?: string
  question?: string
  /** Of a changed rule whose keywords stay the same. */
  keywords?: readonly string[]
  fields: FieldDifference[]
}

/** The differences between two assistants, part by part and rule by rule, in the order of the new one. */
export function findDifferences(from: AssistantFile, to: AssistantFile): Difference[] {
  const parts = (['config', 'welcome', 'groupRules'] as const).flatMap((part): Difference[] => {
    const fields = fieldsOf(flat(from[part]), flat(to[part]))
    return fields.length === 0 ? [] : [{ part, change: 'changed', fields }]
  })
  const before = new Map((from.rules ?? []).map((rule) => [rule.id, rule]))
  const after = new Set((to.rules ?? []).map(({ id }) => id))
  const made = (to.rules ?? []).map((rule) => ruleDifference(before.get(rule.id), rule))
  const deleted = (from.rules ?? []).filter(({ id }) => !after.has(id)).map((rule) => ruleDifference(rule, undefined))
  return [...parts, ...[...made, ...deleted].filter(({ fields }) => fields.length > 0)]
}

/** For the oldest version, which has nothing to compare with: the changes it lists, with their values after it. */
export function describeFirst(changes: readonly AssistantChange[], to: AssistantFile): Difference[] {
  const named = new Map(changes.map((change) => [`${change.part} ${change.ruleId ?? ''}`, change.members]))
  const nothing: AssistantFile = { format: to.format }
  return findDifferences(nothing, to).flatMap((difference) => {
    const members = named.get(`${difference.part} ${difference.ruleId ?? ''}`)
    if (!members) return []
    if (difference.part === 'rule') return [difference]
    return [{ ...difference, fields: difference.fields.filter(({ member }) => members.includes(member)) }]
  })
}

/** A change from the report of an import or restore, with its values as far as the report has them. */
export function describeChange(reported: ImportChange): Difference {
  const { part, change, ruleId, question, keywords, before, after } = reported
  return {
    part,
    change,
    ...(ruleId !== undefined && { ruleId }),
    ...(question !== undefined && { question }),
    ...(keywords && { keywords }),
    fields: worthShowing(change, fieldsOf(flat(before), flat(after))),
  }
}

type Rule = NonNullable<AssistantFile['rules']>[number]
type Members = Record<string, unknown>

function ruleDifference(before: Rule | undefined, after: Rule | undefined): Difference {
  const { id, question } = after ?? before ?? {}
  const change = !before ? 'created' : after ? 'changed' : 'deleted'
  return {
    part: 'rule',
    change,
    ...(id !== undefined && { ruleId: id }),
    ...(question !== undefined && { question }),
    fields: worthShowing(change, fieldsOf(contentOf(before), contentOf(after))),
  }
}

/** For a created or deleted rule, the question is the title, and default values are not worth showing. */
function worthShowing(change: AssistantChange['change'], fields: FieldDifference[]): FieldDifference[] {
  return change === 'changed' ? fields : fields.filter((field) => field.member !== 'question' && !isUsual(field))
}

function contentOf(rule: Rule | undefined): Members {
  const { id, ...content } = rule ?? {}
  return content
}

/** Lifts the members of `qa` to the top, under the names that the service uses. */
function flat(part: object | undefined): Members {
  const { qa, ...rest } = (part ?? {}) as Members & { qa?: Members }
  return { ...rest, ...Object.fromEntries(Object.entries(qa ?? {}).map(([name, value]) => [`qa.${name}`, value])) }
}

function fieldsOf(before: Members, after: Members): FieldDifference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]))
    .map((member) => ({ member, before: before[member], after: after[member] }))
}

const usual: Members = { pick: 'random', enabled: true, priority: 0, cooldownSeconds: 0, memberCooldownSeconds: 0 }

function isUsual({ member, before, after }: FieldDifference): boolean {
  const value = after ?? before ?? null
  return value === null || value === usual[member] || (Array.isArray(value) && value.length === 0)
}
