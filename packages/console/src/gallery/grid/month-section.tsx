import { Checkbox, Text, Title } from '@mantine/core'
import { memo, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format/format.ts'
import { inOrder, type Month, type PictureItem } from '../months.ts'
import { useSelection, useShareSelected } from '../selection/selection.ts'
import { Album } from './album.tsx'
import { FileList } from './file-list.tsx'
import classes from './months.module.css'

type Props = {
  month: Month
  /** The width of the page in pixels. */
  width: number
  /** Whether more items of this month may come with the next page. */
  isOpenEnded: boolean
  /** Selects the whole month, including what is not loaded yet. */
  onSelectAll: (month: string) => Promise<void>
}

export const MonthSection = memo(function MonthSection({ month, width, isOpenEnded, onSelectAll }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const headingId = useId()
  const [isCounting, setIsCounting] = useState(false)
  const selection = useSelection()
  const ids = useMemo(() => inOrder([month]).map(({ id }) => id), [month])
  const share = useShareSelected(ids)
  const name = format.month(month.month)
  // Says how many can be opened in the viewer, which counts only those.
  const countText = ({ pictures, others }: Month) => {
    if (pictures.length === 0) return t('gallery.files', { count: others.length })
    const picturesText = t(`gallery.${wordFor(pictures)}`, { count: pictures.length })
    if (others.length === 0) return picturesText
    return t('gallery.picturesAndOthers', {
      pictures: picturesText,
      others: t('gallery.others', { count: others.length }),
    })
  }
  const toggle = async () => {
    if (share === 'all') return selection.remove(ids)
    setIsCounting(true)
    await onSelectAll(month.month)
    setIsCounting(false)
  }
  return (
    <section aria-labelledby={headingId} className={classes.section}>
      <header className={classes.head}>
        <Checkbox
          checked={share === 'all'}
          indeterminate={share === 'some'}
          disabled={isCounting}
          size="sm"
          radius="xl"
          aria-label={t(isCounting ? 'gallery.section.selecting' : 'gallery.section.select', { month: name })}
          onChange={() => void toggle()}
        />
        <div className={classes.name}>
          <Title order={2} size="h5" id={headingId}>
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {isOpenEnded ? '' : countText(month)}
          </Text>
        </div>
      </header>
      {month.pictures.length > 0 && <Album items={month.pictures} label={name} width={width} />}
      {month.others.length > 0 && <FileList items={month.others} label={name} />}
    </section>
  )
})

function wordFor(pictures: readonly PictureItem[]): 'photos' | 'videos' | 'pictures' {
  if (pictures.every(({ type }) => type === 'image')) return 'photos'
  return pictures.every(({ type }) => type === 'video') ? 'videos' : 'pictures'
}
