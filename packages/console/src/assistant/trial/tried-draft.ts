import type { RuleDraft } from '@innkeeper/contract'

/** Changes with everything that matters for a trial. The ID doesn't: a new rule gets one when it's saved. */
export function triedText(rule: RuleDraft | undefined): string {
  if (!rule) return ''
  const { id, ...content } = rule
  const names = Object.keys(content).sort() as (keyof typeof content)[]
  return JSON.stringify(names.map((name) => [name, content[name]]))
}

/** Whether a result is that of this draft. One of a new rule is also that of the rule it was saved as. */
export function isResultOf(done: { tried: string; draftId: string | undefined }, rule: RuleDraft | undefined): boolean {
  if (done.tried !== triedText(rule)) return false
  return done.draftId === 'draft' || done.draftId === rule?.id
}
