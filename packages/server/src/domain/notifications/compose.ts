type Matched = { name: string; count: number; path: string }

/** A push service accepts about 4,000 bytes: this many names of 100 characters, each with its address. */
const mostNamed = 3
const longestPath = 500

/** Folds what was found into one notification. Undefined if nothing was. Those with most messages come first. */
export function composeMatches(found: readonly Matched[]): { searches: Matched[]; more: number } | undefined {
  const hits = found.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count)
  if (hits.length === 0) return undefined
  const searches = hits.slice(0, mostNamed).map(({ path, ...rest }) => ({
    ...rest,
    // A long query in a script that needs nine characters for each of its own.
    path: path.length > longestPath ? path.slice(0, path.indexOf('?')) : path,
  }))
  return { searches, more: hits.length - searches.length }
}
