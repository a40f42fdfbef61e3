import { Checkbox, Text, Title } from '@mantine/core'
import { memo, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format/format.ts'
import { inOrder, type PictureItem, type Section } from '../sections.ts'
import { useSelection, useShareSelected } from '../selection/selection.ts'
import { Album } from './album.tsx'
import { FileList } from './file-list.tsx'
import classes from './sections.module.css'

type Props = {
  section: Section
  /** The width of the page in pixels. */
  width: number
  /** Whether more items of this section may come with the next page. */
  isOpenEnded: boolean
  /** Selects the whole section, including what is not loaded yet. */
  onSelectAll: (span: string) => Promise<void>
}

export const SectionView = memo(function SectionView({ section, width, isOpenEnded, onSelectAll }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const headingId = useId()
  const [isCounting, setIsCounting] = useState(false)
  const selection = useSelection()
  const ids = useMemo(() => inOrder([section]).map(({ id }) => id), [section])
  const share = useShareSelected(ids)
  const { span } = section
  const name = span.length > 7 ? format.day(span) : format.month(span)
  // Says how many can be opened in the viewer, which counts only those.
  const countText = ({ pictures, others }: Section) => {
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
    await onSelectAll(span)
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
          aria-label={t(isCounting ? 'gallery.section.selecting' : 'gallery.section.select', { span: name })}
          onChange={() => void toggle()}
        />
        <div className={classes.name}>
          <Title order={2} size="h5" id={headingId}>
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {isOpenEnded ? '' : countText(section)}
          </Text>
        </div>
      </header>
      {section.pictures.length > 0 && <Album items={section.pictures} label={name} width={width} />}
      {section.others.length > 0 && <FileList items={section.others} label={name} />}
    </section>
  )
})

function wordFor(pictures: readonly PictureItem[]): 'photos' | 'videos' | 'pictures' {
  if (pictures.every(({ type }) => type === 'image')) return 'photos'
  return pictures.every(({ type }) => type === 'video') ? 'videos' : 'pictures'
}
