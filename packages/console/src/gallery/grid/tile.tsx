import { useLongPress } from '@mantine/hooks'
import { type MouseEvent, useRef, useState } from 'react'
import { IconPhoto, IconPhotoOff, IconPlayerPlayFilled, IconVideo } from '../../ui/icons/icons.ts'
import type { PictureItem } from '../sections.ts'
import { useGalleryActions, useIsSelected } from '../selection/selection.ts'
import classes from './tile.module.css'

export type TileProps = {
  item: PictureItem
  name: string
  /** The accessible name of its checkbox. */
  selectName: string
  /** URL of the thumbnail. */
  preview: string
  /** The formatted duration of a video. */
  duration: string
}

/**
 * A picture or video in the grid that can be opened and selected. There may be thousands, so it uses plain elements and
 * gets everything that is the same for all of them as props.
 */
export function Tile({ item, name, selectName, preview, duration }: TileProps) {
  const isSelected = useIsSelected(item.id)
  const { press, select } = useGalleryActions()
  const wasLong = useRef(false)
  const longPress = useLongPress(
    () => {
      wasLong.current = true
      select(item.id, false)
    },
    { events: ['touch'], cancelOnMove: true },
  )
  const onClick = ({ shiftKey }: MouseEvent) => {
    // Lifting the finger after a long press is not another tap.
    if (wasLong.current) wasLong.current = false
    else press(item.id, shiftKey)
  }
  return (
    <div className={classes.tile} data-selected={isSelected || undefined}>
      <button
        type="button"
        className={classes.open}
        data-item={item.id}
        aria-label={name}
        aria-keyshortcuts="x"
        onClick={onClick}
        onContextMenu={(event) => wasLong.current && event.preventDefault()}
        {...longPress}
      >
        <Preview item={item} src={preview} />
        {item.type === 'video' && (
          <span className={classes.badge}>
            <IconPlayerPlayFilled size={10} aria-hidden />
            {duration}
          </span>
        )}
      </button>
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={selectName}
          onChange={ignore}
          onClick={({ shiftKey }) => select(item.id, shiftKey)}
        />
      </label>
    </div>
  )
}

/** Handled by the click, which knows the modifier keys. */
function ignore() {}

function Preview({ item, src }: { item: PictureItem; src: string }) {
  const [isGone, setIsGone] = useState(false)
  if (isGone || !item.preview) {
    const Icon = isGone ? IconPhotoOff : item.type === 'video' ? IconVideo : IconPhoto
    return (
      <span className={classes.bare}>
        <Icon size={28} stroke={1.25} aria-hidden />
      </span>
    )
  }
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      className={classes.image}
      onError={() => setIsGone(true)}
    />
  )
}
