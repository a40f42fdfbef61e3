import type { LinkItem } from '@innkeeper/contract'
import { ActionIcon, Alert, Skeleton, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { PersonLink } from '../../channel/person-link.tsx'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { useFormat } from '../../ui/format/format.ts'
import { IconHistory, IconLink, IconMail, IconMessage } from '../../ui/icons/icons.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { SlowNote } from '../../ui/slow-note.tsx'
import { WebLink } from '../../ui/web-link.tsx'
import type { Criteria } from '../criteria.ts'
import { EmptyGallery } from '../placeholders.tsx'
import classes from './link-list.module.css'
import { useLinks, useLiveLinks } from './use-links.ts'

/** The links of the channel, newest first. */
export function LinkList({ criteria }: { criteria: Criteria }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { list, items, isComplete } = useLinks(channelId, criteria)
  useLiveLinks(channelId)
  if (list.isPending) return <LinkSkeleton />
  if (list.isError && items.length === 0) {
    return <ErrorScreen error={list.error} onRetry={() => void list.refetch()} inline />
  }
  return (
    <>
      {!isComplete && (
        <Alert color="gray" variant="light" icon={<IconHistory size={18} />} mb="sm">
          {t('gallery.links.incomplete')}
        </Alert>
      )}
      {items.length === 0 && !list.hasNextPage ? (
        <EmptyGallery criteria={criteria} />
      ) : (
        <>
          <ul className={classes.list} aria-label={t('gallery.types.link')}>
            {items.map((item) => (
              <LinkCard key={item.id} item={item} />
            ))}
          </ul>
          <LoadMore
            list={list}
            loading={t('shell.loading')}
            failed={t('gallery.links.moreFailed')}
            end={t('gallery.links.end')}
          />
        </>
      )}
    </>
  )
}

function LinkSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.list} aria-busy>
      <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>
      <SlowNote />
      {[60, 40, 75, 50].map((width) => (
        <div key={width} className={classes.card}>
          <Skeleton height={40} width={40} radius="md" />
          <Stack gap={8} pt={4}>
            <Skeleton height={10} width={`${width}%`} />
            <Skeleton height={10} width={160} />
          </Stack>
        </div>
      ))}
    </div>
  )
}

function LinkCard({ item }: { item: LinkItem }) {
  const { t } = useTranslation()
  const { channelId, timezone } = useChannel()
  const format = useFormat(timezone)
  const { links, excerpt, sender, senderId, ts } = item
  const isMail = links.every(({ url }) => url.startsWith('mailto:'))
  const Icon = isMail ? IconMail : IconLink
  const when = format.dateTime(ts)
  // A message that is nothing but its link needs no second line.
  const isAlone = links.length === 1 && links[0]?.text === excerpt.trim()
  return (
    <li className={classes.card}>
      <ThemeIcon variant="light" color="gray" size={40} radius="md" aria-hidden>
        <Icon size={20} stroke={1.5} />
      </ThemeIcon>
      <div className={classes.details}>
        {links.map(({ text, url, realHost }) => (
          <Text key={url} component="div" size="sm" fw={500} className={classes.link}>
            <WebLink href={url} {...(realHost !== null && { realHost })}>
              {text}
            </WebLink>
          </Text>
        ))}
        {!isAlone && (
          <Text size="sm" c="dimmed" lineClamp={2} dir="auto" className={classes.excerpt}>
            {excerpt}
          </Text>
        )}
        <Text size="xs" c="dimmed" truncate>
          <PersonLink userId={senderId}>
            <bdi>{sender}</bdi>
          </PersonLink>
          {` · ${when}`}
        </Text>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('gallery.links.show', { sender, when })}
        title={t('gallery.lightbox.show')}
        renderRoot={(props) => (
          <Link to="/channels/$channelId" params={{ channelId }} search={{ message: item.id }} {...props} />
        )}
      >
        <IconMessage size={18} stroke={1.5} />
      </ActionIcon>
    </li>
  )
}
