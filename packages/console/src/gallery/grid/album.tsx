import 'react-photo-album/rows.css'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Photo, RowsPhotoAlbum } from 'react-photo-album'
import { mediaUrl } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { useFormat } from '../../ui/format/format.ts'
import { useMediaName } from '../media-name.ts'
import { inPieces, type PictureItem } from '../sections.ts'
import classes from './sections.module.css'
import { Tile, type TileProps } from './tile.tsx'

type TilePhoto = Photo & { tile: TileProps }

/** Laid out in groups of this size. Rows are always full, so that the seams are invisible. */
const pieceSize = 60
const spacing = 4

type Props = {
  items: readonly PictureItem[]
  label: string
  /** In pixels, measured by the parent: an album that measures itself renders twice. */
  width: number
}

/** Pictures in rows of equal height. Groups out of view cost nothing to render. */
export function Album({ items, label, width }: Props) {
  const pieces = useMemo(() => inPieces(items, pieceSize), [items])
  return (
    <div className={classes.album}>
      {pieces.map((piece) => (
        <AlbumPiece key={piece[0]?.id} items={piece} label={label} width={width} />
      ))}
    </div>
  )
}

const AlbumPiece = memo(function AlbumPiece({ items, label, width }: Props) {
  const tileOf = useTileProps()
  const photos = useMemo(() => items.map((item) => photoOf(item, tileOf(item))), [items, tileOf])
  return (
    <div className={classes.piece} style={{ containIntrinsicBlockSize: `auto ${guessHeight(photos, width)}px` }}>
      <RowsPhotoAlbum<TilePhoto>
        photos={photos}
        spacing={spacing}
        defaultContainerWidth={width}
        targetRowHeight={rowHeight}
        rowConstraints={{ singleRowMaxHeight: 280 }}
        componentsProps={{ container: { 'aria-label': label } }}
        render={{ image: (_props, { photo }) => <Tile {...photo.tile} /> }}
      />
    </div>
  )
}, isSamePiece)

/** A new page creates new arrays with the same items, which don't have to be rendered again. */
function isSamePiece(before: Props, after: Props): boolean {
  return (
    before.label === after.label &&
    before.items.length === after.items.length &&
    before.items.every((item, index) => item === after.items[index])
  )
}

function useTileProps(): (item: PictureItem) => TileProps {
  const { t } = useTranslation()
  const { channelId, timezone } = useChannel()
  const format = useFormat(timezone)
  const nameOf = useMediaName(timezone)
  return useMemo(
    () => (item) => {
      const duration = item.duration ? format.duration(item.duration) : ''
      const name = [nameOf.full(item), duration].filter(Boolean).join(', ')
      const selectName = t('gallery.select', { name })
      return { item, name, selectName, duration, preview: mediaUrl.preview(channelId, item.id) }
    },
    [t, format, nameOf, channelId],
  )
}

/** Square if the size is unknown; very long pictures are cropped. */
function photoOf(item: PictureItem, tile: TileProps): TilePhoto {
  const { width, height } = item.preview ?? {}
  const ratio = width && height ? Math.min(2.6, Math.max(0.5, width / height)) : 1
  return { key: item.id, src: '', width: Math.round(ratio * 1000), height: 1000, tile }
}

/** An estimate before layout, so that the scroll bar is about right. */
function guessHeight(photos: readonly TilePhoto[], width: number): number {
  const height = rowHeight(width)
  const rows = Math.ceil(photos.reduce((sum, photo) => sum + (photo.width / photo.height) * height, 0) / width)
  return rows * (height + spacing)
}

function rowHeight(containerWidth: number): number {
  if (containerWidth < 500) return 118
  return containerWidth < 1000 ? 170 : 208
}
