import { Button, Group, Skeleton, Stack, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { IconLink, IconPhoto } from '../ui/icons/icons.ts'
import { SlowNote } from '../ui/slow-note.tsx'
import { type Criteria, isNarrowed, toSearch, waysOut } from './criteria.ts'
import classes from './gallery.module.css'
import { useGalleryCounts } from './use-gallery.ts'

const skeletonWidths = [220, 150, 280, 190, 240, 160, 300, 210, 170, 250, 200, 260]

export function GallerySkeleton() {
  const { t } = useTranslation()
  return (
    <Stack gap="sm" pt="xs" aria-busy>
      <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>
      <Skeleton height={20} width={140} />
      <SlowNote />
      <div className={classes.skeleton}>
        {skeletonWidths.map((width) => (
          <Skeleton key={width} height={180} width={width} radius="sm" flex={`1 1 ${width}px`} />
        ))}
      </div>
    </Stack>
  )
}

/** Says whether there is nothing at all, or only nothing of this kind or with these filters. */
export function EmptyGallery({ criteria }: { criteria: Criteria }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { kind } = criteria
  const isLinks = kind === 'link'
  const isFiltered = isNarrowed(criteria)
  const what = isFiltered || (kind !== 'all' && !isLinks) ? 'noneOfKind' : isLinks ? 'noLinks' : 'empty'
  const Icon = isLinks ? IconLink : IconPhoto
  const counts = useGalleryCounts(channelId, criteria).data
  const wider = {
    allTypes: { criteria: { ...criteria, kind: 'all' }, label: t('gallery.noneOfKind.all') },
    anyTime: { criteria: { ...criteria, from: '', to: '' }, label: t('gallery.noneOfKind.anyTime') },
    noFilters: { criteria: { ...criteria, sender: '', from: '', to: '' }, label: t('gallery.filters.clear') },
  } as const
  return (
    <Stack align="center" justify="center" gap="sm" mih="50dvh" ta="center" px="md">
      <ThemeIcon size={56} radius="xl" variant="light" color="gray" aria-hidden>
        <Icon size="60%" stroke={1.5} />
      </ThemeIcon>
      <Title order={2} size="h4">
        {t(`gallery.${what}.title`)}
      </Title>
      <Text c="dimmed" maw={420}>
        {t(`gallery.${what}.text`)}
      </Text>
      <Group justify="center" mt="xs">
        {what === 'empty' && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/channels/$channelId" params={{ channelId }} {...props} />}
          >
            {t('gallery.empty.open')}
          </Button>
        )}
        {waysOut(criteria, counts).map((way) => (
          <Wider key={way} {...wider[way]} />
        ))}
      </Group>
    </Stack>
  )
}

function Wider({ criteria, label }: { criteria: Criteria; label: string }) {
  const { channelId } = useChannel()
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link to="/channels/$channelId/gallery" params={{ channelId }} search={toSearch(criteria)} {...props} />
      )}
    >
      {label}
    </Button>
  )
}
