import { VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../gallery.module.css'
import type { Month } from '../months.ts'
import { type GalleryActions, useGalleryActions } from '../selection/selection.ts'
import { MonthSection } from './month-section.tsx'
import { neighbourOf } from './move-focus.ts'

type Props = {
  months: readonly Month[]
  /** Whether more items may follow the last month. */
  isOpenEnded: boolean
  onSelectMonth: (month: string) => Promise<void>
}

export function MonthList({ months, isOpenEnded, onSelectMonth }: Props) {
  const { t } = useTranslation()
  const actions = useGalleryActions()
  const { ref, width } = useElementSize()
  return (
    <>
      <VisuallyHidden component="p">{t('gallery.keys')}</VisuallyHidden>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons inside it. */}
      <div ref={ref} className={classes.months} onKeyDown={(event) => onKey(event, actions)}>
        {(width > 0 ? months : []).map((month, index) => (
          <MonthSection
            key={month.month}
            month={month}
            width={width}
            isOpenEnded={isOpenEnded && index === months.length - 1}
            onSelectAll={onSelectMonth}
          />
        ))}
      </div>
    </>
  )
}

function onKey(event: KeyboardEvent<HTMLElement>, { select }: GalleryActions) {
  if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
  const id = event.target.dataset.item
  if (id === undefined) return
  if (event.key === 'x') return select(id, event.shiftKey)
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-item]')]
  const from = tiles.indexOf(event.target)
  const boxAt = (index: number) => tiles[index]?.getBoundingClientRect() ?? new DOMRect()
  const to = neighbourOf(from, tiles.length, event.key, boxAt)
  if (to === from) return
  event.preventDefault()
  tiles[to]?.focus()
}
