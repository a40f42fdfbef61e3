import type { SearchCriteria } from '@innkeeper/contract'

const dayMs = 86_400_000

/** Where the console shows the results of a saved search. The page for all channels only knows `q`, so everything is put there. */
export function searchPath({ query, channelId }: { query: SearchCriteria; channelId: string | null }): string {
  const { q = '', sender, type, hasLink, from, to } = query
  const words = [
    q,
    sender === undefined ? '' : `from:${sender}`,
    type === undefined ? '' : `type:${type}`,
    hasLink === undefined ? '' : `${hasLink ? '' : '-'}has:link`,
    from === undefined ? '' : `after:${shift(from, -1)}`,
    to === undefined ? '' : `before:${shift(to, 1)}`,
  ]
  const text = encodeURIComponent(words.filter((word) => word !== '').join(' '))
  return channelId === null ? `/search?q=${text}` : `/channels/${encodeURIComponent(channelId)}/search?q=${text}`
}

function shift(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}
