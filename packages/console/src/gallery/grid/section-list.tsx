import { VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../gallery.module.css'
import type { Section } from '../sections.ts'
import { type GalleryActions, useGalleryActions } from '../selection/selection.ts'
import { neighbourOf } from './move-focus.ts'
import { SectionView } from './section-view.tsx'

type Props = {
  sections: readonly Section[]
  /** Whether more items may follow the last section. */
  isOpenEnded: boolean
  onSelectSection: (span: string) => Promise<void>
}

export function SectionList({ sections, isOpenEnded, onSelectSection }: Props) {
  const { t } = useTranslation()
  const actions = useGalleryActions()
  const { ref, width } = useElementSize()
  return (
    <>
      <VisuallyHidden component="p">{t('gallery.keys')}</VisuallyHidden>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons inside it. */}
      <div ref={ref} className={classes.sections} onKeyDown={(event) => onKey(event, actions)}>
        {(width > 0 ? sections : []).map((section, index) => (
          <SectionView
            key={section.span}
            section={section}
            width={width}
            isOpenEnded={isOpenEnded && index === sections.length - 1}
            onSelectAll={onSelectSection}
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
