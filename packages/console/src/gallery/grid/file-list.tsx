import type { GalleryItem } from '@innkeeper/contract'
import { ActionIcon, Checkbox, Text, ThemeIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mediaUrl } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { ImportedMark } from '../../channel/imported-mark.tsx'
import { PersonLink } from '../../channel/person-link.tsx'
import { useFormat } from '../../ui/format/format.ts'
import {
  IconDownload,
  IconFile,
  IconFileMusic,
  IconFileText,
  IconFileZip,
  IconMessage,
  IconTable,
} from '../../ui/icons/icons.ts'
import { useMediaName } from '../media-name.ts'
import { useGalleryActions, useIsSelected } from '../selection/selection.ts'
import classes from './file-list.module.css'

/** Audio and files, which have no preview. */
export function FileList({ items, label }: { items: readonly GalleryItem[]; label: string }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {items.map((item) => (
        <FileCard key={item.id} item={item} />
      ))}
    </ul>
  )
}

function FileCard({ item }: { item: GalleryItem }) {
  const { t } = useTranslation()
  const { channelId, timezone } = useChannel()
  const format = useFormat(timezone)
  const name = useMediaName(timezone).full(item)
  const isSelected = useIsSelected(item.id)
  const { select } = useGalleryActions()
  const Icon = iconOf(item)
  const details = [format.size(item.size), item.type === 'audio' && item.duration ? format.duration(item.duration) : '']
  const title = item.fileName ?? t(`gallery.kind.${item.type}`)
  return (
    <li className={classes.card} data-selected={isSelected || undefined}>
      <Checkbox
        checked={isSelected}
        size="sm"
        radius="xl"
        aria-label={t('gallery.select', { name })}
        onChange={() => {}}
        onClick={({ shiftKey }) => select(item.id, shiftKey)}
      />
      <ThemeIcon variant="light" color="gray" size={40} radius="md" aria-hidden>
        <Icon size={20} stroke={1.5} />
      </ThemeIcon>
      <div className={classes.details}>
        <Text size="sm" fw={500} truncate dir="auto" title={title}>
          {title}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {details.filter(Boolean).join(' · ')}
        </Text>
        {item.caption && (
          <Text size="xs" lineClamp={2} dir="auto" title={item.caption}>
            {item.caption}
          </Text>
        )}
        <Text size="xs" c="dimmed" truncate>
          <PersonLink userId={item.senderId}>
            <bdi>{item.sender}</bdi>
          </PersonLink>
          {` · ${format.date(item.ts)} `}
          <ImportedMark item={item} t={t} />
        </Text>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('gallery.showNamed', { name: item.fileName ?? name })}
        title={t('gallery.lightbox.show')}
        renderRoot={(props) => (
          <Link to="/channels/$channelId" params={{ channelId }} search={{ message: item.id }} {...props} />
        )}
      >
        <IconMessage size={18} stroke={1.5} />
      </ActionIcon>
      <ActionIcon
        component="a"
        href={mediaUrl.file(channelId, item.id)}
        download
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('gallery.downloadNamed', { name: item.fileName ?? name })}
      >
        <IconDownload size={18} stroke={1.5} />
      </ActionIcon>
      {item.type === 'audio' && (
        // biome-ignore lint/a11y/useMediaCaption: there are no captions for what people send each other.
        <audio
          className={classes.player}
          controls
          preload="none"
          src={mediaUrl.view(channelId, item.id)}
          aria-label={name}
        />
      )}
    </li>
  )
}

const icons = [
  { ending: /\.(zip|7z|rar|gz|tar)$/i, Icon: IconFileZip },
  { ending: /\.(csv|xlsx?|ods|numbers)$/i, Icon: IconTable },
  { ending: /\.(txt|md|pdf|docx?|odt|rtf|pages)$/i, Icon: IconFileText },
]

function iconOf({ type, fileName }: GalleryItem) {
  if (type === 'audio') return IconFileMusic
  return icons.find(({ ending }) => ending.test(fileName ?? ''))?.Icon ?? IconFile
}
