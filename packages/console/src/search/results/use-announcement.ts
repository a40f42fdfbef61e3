import { useTranslation } from 'react-i18next'
import type { SearchResults } from '../use-search.ts'

export type HitCount = { count: number; isExact: boolean }

/** The number of results in words. */
export function useCountText(): (count: HitCount) => string {
  const { t } = useTranslation()
  return ({ count, isExact }) => t(isExact ? 'search.count' : 'search.countAtLeast', { count })
}

/** Announces the number of results to screen readers. */
export function useAnnouncement({ q, results, hits }: SearchResults, count: HitCount): string {
  const { t } = useTranslation()
  const countText = useCountText()
  if (q === '' || results.isError) return ''
  if (results.isPending || results.isPlaceholderData) return t('search.searching')
  if (hits.length === 0 && !results.hasNextPage) return t('search.none.title', { q })
  return countText(count)
}
