import type { SearchCriteria } from '@innkeeper/contract'
import { invalid } from '../../domain/refusal.ts'
import { type PreparedSearch, prepareSearch } from '../../domain/search/match-search.ts'

type Texts = Record<string, string | undefined>

/** A search with the days that limit it. */
export type DatedSearch = PreparedSearch & { from: string | undefined; to: string | undefined }

/** The criteria as a cursor contains them. */
export function asCriteria({ q, from, to, sender, type, hasLink }: SearchCriteria): Texts {
  // Spaces alone are no words.
  return {
    q: q?.trim() === '' ? undefined : q,
    from,
    to,
    sender,
    type,
    hasLink: hasLink === undefined ? undefined : `${hasLink}`,
  }
}

/** Throws a refusal if nothing is asked for, or nonsense. */
export function readCriteria({ q, from, to, sender, type, hasLink }: Texts): DatedSearch {
  if (from !== undefined && to !== undefined && from > to) throw invalid('from must not be after to')
  const criteria = {
    ...(q !== undefined && { q }),
    ...(sender !== undefined && { sender }),
    ...(type !== undefined && { type: type as NonNullable<SearchCriteria['type']> }),
    ...(hasLink !== undefined && { hasLink: hasLink === 'true' }),
  }
  const search = prepareSearch(criteria)
  if (search.isEmpty && from === undefined && to === undefined) {
    throw invalid('q is missing; set it to the text to search for, or use a filter such as type or sender')
  }
  return { ...search, from, to }
}
