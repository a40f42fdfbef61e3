import { Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { readSearch } from '../search/query/query-controls.ts'
import classes from '../search/search.module.css'
import { Search } from '../search/search.tsx'

/** Searches all channels whose backup the person can read. */
export default function AllSearchScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const q = readSearch(useSearch({ from: '/app/search' }))
  useDocumentTitle(`${t('search.titleAll')} · ${t('shell.name')}`)
  const onSearch = (wanted: string) =>
    void navigate({ to: '/search', search: { q: wanted }, replace: true, resetScroll: false })
  return (
    <div className={classes.screen}>
      <Title order={1} size="h3" className={classes.title}>
        {t('search.titleAll')}
      </Title>
      <Search scope={null} timezone={undefined} q={q} onSearch={onSearch} />
    </div>
  )
}
