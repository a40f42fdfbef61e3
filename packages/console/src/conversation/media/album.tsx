import type { TimelineMessage } from '@innkeeper/contract'
import { Loader } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useReader } from '../conversation-context.ts'
import type { Entry } from '../timeline/conversation.ts'
import classes from './media.module.css'
import { Picture } from './picture.tsx'

const shownAtMost = 9

type Image = Extract<TimelineMessage, { type: 'image' }>

/** Pictures that were sent together. */
export function Album({ entries }: { entries: readonly Entry[] }) {
  const images = entries.flatMap(({ item }) => (item.kind === 'message' && item.type === 'image' ? [item] : []))
  const ordered = images.toSorted((a, b) => (a.imageSet?.index ?? 0) - (b.imageSet?.index ?? 0))
  const shown = ordered.slice(0, shownAtMost)
  return (
    <div className={classes.album} data-count={Math.min(shown.length, 5)}>
      {shown.map((item, at) => (
        <Tile key={item.id} item={item} more={at === shownAtMost - 1 ? ordered.length - shownAtMost : 0} />
      ))}
    </div>
  )
}

function Tile({ item, more }: { item: Image; more: number }) {
  const { t } = useReader()
  if (item.mediaState === 'stored') return <Picture item={item} isInAlbum more={more} />
  const isPending = item.mediaState === 'pending'
  return (
    <div className={classes.missing} role="img" aria-label={t(isPending ? 'reader.pending' : 'reader.lostWithout')}>
      {isPending ? <Loader size={18} /> : <IconPhotoOff size={24} stroke={1.5} />}
    </div>
  )
}
