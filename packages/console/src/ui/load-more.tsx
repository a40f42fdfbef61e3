import { Button, Center, Loader, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  /** An infinite query; or what is of interest of one, where pages are drawn later than they come. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  /** What is said while more is on its way. */
  loading: string
  failed: string
  /** What is said where there is no more. */
  end: string
}

const nearPx = 1200

/** The foot of an endless list: asks for the next page when it comes near, and goes on while pages are short or empty. */
export function LoadMore({ list, loading, failed, end }: Props) {
  const { t } = useTranslation()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const { ref, entry } = useIntersection({ rootMargin: `${nearPx}px` })
  useEffect(() => {
    if (!entry?.isIntersecting || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return
    // What the observer saw may be older than the page that was drawn since.
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
