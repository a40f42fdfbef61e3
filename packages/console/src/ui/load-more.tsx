import { Button, Center, Loader, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  /** An infinite query, or the parts of one, if pages are rendered later than they arrive. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  /** The label while more is loading. */
  loading: string
  failed: string
  /** The text at the end of the list. */
  end: string
}

const nearPx = 1200

/** The end of an infinite list: loads the next page when it comes near, and continues while pages are short or empty. */
export function LoadMore({ list, loading, failed, end }: Props) {
  const { t } = useTranslation()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const { ref, entry } = useIntersection({ rootMargin: `${nearPx}px` })
  useEffect(() => {
    if (!entry?.isIntersecting || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return
    // The observer's entry may be older than the last render.
    const distancePx = entry.target.getBoundingClientRect().top - window.innerHeight
    if (distancePx < nearPx) void fetchNextPage()
  }, [entry, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return (
    <Center ref={ref} mih={72} py="md">
      {isFetchNextPageError ? (
        <Text size="sm" c="dimmed" role="alert">
          {failed}{' '}
          <Button variant="light" size="compact-sm" ml="xs" onClick={() => void fetchNextPage()}>
            {t('shell.retry')}
          </Button>
        </Text>
      ) : hasNextPage ? (
        <Loader size="sm" type="dots" role="progressbar" aria-label={loading} />
      ) : (
        <Text size="sm" c="dimmed">
          {end}
        </Text>
      )}
    </Center>
  )
}
