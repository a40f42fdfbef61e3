import { Title, VisuallyHidden } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { ScreenKeys } from '../channel/screen-keys.tsx'
import { readSearch } from '../search/query/query-controls.ts'
import classes from '../search/search.module.css'
import { Search } from '../search/search.tsx'

export default function SearchScreen() {
  const { t } = useTranslation()
  const { channelId, timezone } = useChannel()
  const navigate = useNavigate()
  const search = useSearch({ from: '/app/channels/$channelId/search' })
  const q = useMemo(() => readSearch(search), [search])
  const onSearch = (wanted: string) =>
    void navigate({
      to: '/channels/$channelId/search',
      params: { channelId },
      search: { q: wanted },
      replace: true,
      resetScroll: false,
    })
  return (
    <div className={classes.screen}>
      <VisuallyHidden>
        <Title order={1}>{t('search.title')}</Title>
      </VisuallyHidden>
      <ScreenKeys isSearch />
      <Search scope={channelId} timezone={timezone} q={q} onSearch={onSearch} />
    </div>
  )
}
