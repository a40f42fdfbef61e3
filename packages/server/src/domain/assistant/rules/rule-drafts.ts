import type { Rule, RuleDraft } from '@innkeeper/contract'
import { invalid } from '../../refusal.ts'
import { standardRule } from '../answering/assistant.ts'
import { contentOf, type KeptRule, type RuleContent } from './assistant-state.ts'

/** Where drafts came from, so that a refusal can name the position. `rows`: the row of each, such as `row 7`. */
export type FileOrigin = { kind: 'json'; root: string } | { kind: 'csv'; rows: string[] }

/** The rule that a draft describes. What it leaves out comes from the existing rule, or from the defaults. */
export function completeDraft(draft: RuleDraft, there?: RuleContent): RuleContent {
  const standard = there ?? (standardRule as Pick<Rule, keyof typeof standardRule>)
  return contentOf({ ...standard, ...draft })
}

/** How the same rule is recognized, the most reliable way first. `isWeak`: only if it is unique. */
const signs: { of(rule: RuleContent): string; isWeak: boolean }[] = [
  { of: (rule) => JSON.stringify(contentOf(rule)), isWeak: false },
  { of: ({ keywords, question, answer }) => JSON.stringify([keywords, question, answer]), isWeak: false },
  { of: ({ question }) => question, isWeak: true },
]

/**
 * Which rule each draft is about: the one of its id, or without an id one that looks the same. So a file without ids can be
 * imported again and again.
 */
export function matchDrafts(
  rules: readonly KeptRule[],
  drafts: readonly RuleDraft[],
  origin: FileOrigin,
): (KeptRule | undefined)[] {
  const places = placesOf(drafts, origin)
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const matched = drafts.map(({ id }) => (id === undefined ? undefined : byId.get(id)))
  let free = rules.filter(({ id }) => !places.has(id))
  let nameless = drafts
    .map((draft, index) => ({ index, id: draft.id, content: completeDraft(draft) }))
    .filter(({ id }) => id === undefined)
  for (const { of, isWeak } of signs) {
    const there = Map.groupBy(free, of)
    for (const [sign, alike] of Map.groupBy(nameless, ({ content }) => of(content))) {
      const found = there.get(sign) ?? []
      if (isWeak && (found.length > 1 || alike.length > 1)) continue
      for (const [nth, { index }] of alike.entries()) matched[index] = found[nth]
    }
    const taken = new Set(matched)
    free = free.filter((rule) => !taken.has(rule))
    nameless = nameless.filter(({ index }) => !matched[index])
  }
  return matched
}

/** The index of each id. */
function placesOf(drafts: readonly RuleDraft[], origin: FileOrigin): Map<string, number> {
  const places = new Map<string, number>()
  for (const [index, { id }] of drafts.entries()) {
    if (id === undefined) continue
    const earlier = places.get(id)
    if (earlier !== undefined) {
      const here = placeOf(origin, index, 'id')
      throw invalid(`${here} ${id} is already used in ${placeOf(origin, earlier)}; use each id once`)
    }
    places.set(id, index)
  }
  return places
}

/** The prefix of members outside the rules. */
export function rootOf(origin: FileOrigin): string {
  return origin.kind === 'json' ? origin.root : ''
}

/** `problem` starts with the path of a property. */
export function placeProblem(origin: FileOrigin, index: number, problem: string): string {
  if (origin.kind === 'json') return `${placeOf(origin, index)}.${problem}`
  return `${placeOf(origin, index, /^\w+/.exec(problem)?.[0])} ${problem}`
}

function placeOf(origin: FileOrigin, index: number, member?: string): string {
  if (origin.kind === 'json') return `${origin.root}rules[${index}]${member ? `.${member}` : ''}`
  const row = origin.rows[index] ?? ''
  return member ? `${capitalize(row)}, column ${member}:` : row
}

/** For a position at the start of a sentence. */
export function capitalize(place: string): string {
  return place.charAt(0).toUpperCase() + place.slice(1)
}
