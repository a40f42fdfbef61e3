import { Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { foreignZoneOf, formatFor, localeOf, useFormat } from '../../ui/format/format.ts'
import classes from '../search.module.css'
import type { SearchResults, SearchScope } from '../use-search.ts'
import { groupHits } from './group-hits.ts'
import { SearchResult } from './search-result.tsx'

type Props = {
  scope: SearchScope
  /** The channel's; undefined for several channels, whose results are shown in the browser's time zone. */
  timezone: string | undefined
  found: SearchResults
}

/** The results by day; those that contain the words as typed come first, if there are others. */
export function ResultList({ scope, timezone, found }: Props) {
  const { t, i18n } = useTranslation()
  const format = useFormat(timezone)
  const locale = localeOf(i18n.language, navigator.languages)
  const { hits, channels, criteria, results } = found
  const sections = useMemo(
    () => groupHits(hits, { dayOf: format.dayOf, channelOf: ({ channelId }) => channelId ?? '' }),
    [hits, format],
  )
  const hasOthers = sections.some(({ isExact }) => !isExact)
  const isElsewhere = [...channels.values()].some((one) => foreignZoneOf(one.timezone) !== undefined)
  return (
    <div className={classes.results} data-old={results.isPlaceholderData || undefined}>
      {isElsewhere && (
        <Text size="xs" c="dimmed" px="xs">
          {t('search.ownTime')}
        </Text>
      )}
      {sections.map(({ isExact, days }) => (
        <section key={`${isExact} ${days[0]?.day}`} aria-label={t(isExact ? 'search.exact' : 'search.alike')}>
          {hasOthers && (
            <Text size="sm" fw={600} className={classes.section} aria-hidden>
              {t(isExact ? 'search.exact' : 'search.alike')}
            </Text>
          )}
          {days.map(({ day, hits: ofDay }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: days are only added at the end
            <div key={at}>
              <Title order={2} className={classes.day}>
                {format.day(day)}
              </Title>
              <ul className={classes.list} aria-label={t('search.results')}>
                {ofDay.map((listed) => {
                  const channelId = listed.hit.channelId ?? scope ?? ''
                  const channel = channels.get(channelId)
                  return (
                    <SearchResult
                      key={`${channelId} ${listed.hit.item.kind} ${listed.hit.item.id}`}
                      {...listed}
                      channelId={channelId}
                      channelName={scope === null ? (channel?.name ?? channelId) : undefined}
                      channelFormat={channel ? formatFor(locale, channel.timezone) : format}
                      format={format}
                      criteria={criteria}
                    />
                  )
                })}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}
