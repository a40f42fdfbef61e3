import type { QueryKey } from '@tanstack/react-query'

// Apart from `use-edited.ts`, because every page of a channel reads something that one of them edits.

const tagged = 'tagged'

/** The key of a resource together with its ETag, as `useEdited` keeps it. */
export function taggedKey(queryKey: QueryKey): QueryKey {
  return [...queryKey, tagged]
}

export function isTaggedKey(queryKey: QueryKey): boolean {
  return queryKey.at(-1) === tagged
}
