import { hash } from 'node:crypto'
import { invalid, Refusal } from './refusal.ts'

/** Tags of which one must be that of the edition which is there. */
export type IfMatch = readonly string[]

/**
 * Names what is there now, as an `ETag` says it: two editions have one name exactly where they say the same. Of what can be
 * edited alone: a rule that answers, or an author who is erased, makes no other edition of it.
 */
export function editionOf(resource: object): string {
  const content = Object.entries(resource).filter(([name]) => !unedited.has(name))
  return `"${hash('sha256', JSON.stringify(inOrder(Object.fromEntries(content))), 'base64url').slice(0, 22)}"`
}

const unedited = new Set<string>([
  'id',
  'hits',
  'lastHitAt',
  'lastFailure',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
])

/** Undefined where any edition will do: without the header, and with `*`. */
export function readIfMatch(header: string | undefined): IfMatch | undefined {
  const given = header?.trim()
  if (given === undefined || given === '*') return undefined
  if (!tagList.test(given)) {
    throw invalid('If-Match must be an ETag in its quotation marks, several with commas between them, or *')
  }
  // A proxy that compresses makes W/"…" of a tag; it is the name of the same edition.
  return given.match(quoted) ?? []
}

const quoted = /"[^"]*"/g
const tagList = /^(?:W\/)?"[^"]*"(?:[ \t]*,[ \t]*(?:W\/)?"[^"]*")*$/

export function refuseOtherEdition(ifMatch: IfMatch | undefined, resource: object): void {
  if (ifMatch && !ifMatch.includes(editionOf(resource))) throw new Refusal('changed-meanwhile')
}

/** The members of objects have no order of their own; what is in a list has. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, inOrder(member)] as const)
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}
