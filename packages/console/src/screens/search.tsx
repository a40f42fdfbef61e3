import '@mantine/dates/styles.layer.css'
import { Title, VisuallyHidden } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenKeys } from '../channel/screen-keys.tsx'
import classes from '../search/search.module.css'
import { Search } from '../search/search.tsx'
import { readCriteria } from '../search/search-criteria.ts'

export default function SearchScreen() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/channels/$channelId/search' })
  const criteria = useMemo(() => readCriteria(search), [search])
  return (
    <div className={classes.screen}>
      <VisuallyHidden>
        <Title order={1}>{t('search.title')}</Title>
      </VisuallyHidden>
      <ScreenKeys isSearch />
      <Search criteria={criteria} />
    </div>
  )
}
