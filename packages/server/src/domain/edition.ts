import { hash } from 'node:crypto'
import { invalid, Refusal } from './refusal.ts'

/** Tags, one of which must match the current edition. */
export type IfMatch = readonly string[]

/**
 * Identifies the current state as an `ETag`: two editions have the same tag exactly if they are equal. Covers only what can be
 * edited: an answer of a rule, or the erasure of its author, doesn't change the edition.
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

/** Undefined if any edition will do: without the header, and with `*`. */
export function readIfMatch(header: string | undefined): IfMatch | undefined {
  const given = header?.trim()
  if (given === undefined || given === '*') return undefined
  if (!tagList.test(given)) {
    throw invalid('If-Match must be an ETag in quotation marks, several separated by commas, or *')
  }
  // A proxy that compresses turns a tag into W/"…", which still identifies the same edition.
  return given.match(quoted) ?? []
}

const quoted = /"[^"]*"/g
const tagList = /^(?:W\/)?"[^"]*"(?:[ \t]*,[ \t]*(?:W\/)?"[^"]*")*$/

export function refuseOtherEdition(ifMatch: IfMatch | undefined, resource: object): void {
  if (ifMatch && !ifMatch.includes(editionOf(resource))) throw new Refusal('changed-meanwhile')
}

/** The order of properties doesn't matter; that of list items does. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, inOrder(member)] as const)
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}
