import type { MediaType } from '@innkeeper/contract'
import { Button, Group, Skeleton, Stack, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { IconPhoto } from '../ui/icons/icons.ts'
import { SlowNote } from '../ui/slow-note.tsx'
import classes from './gallery.module.css'

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

/** Says whether the gallery is empty, or only has nothing of this type or month. */
export function EmptyGallery({ type, month }: { type: MediaType | undefined; month: string | undefined }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const isNarrowed = type !== undefined || month !== undefined
  return (
    <Stack align="center" justify="center" gap="sm" mih="50dvh" ta="center" px="md">
      <ThemeIcon size={56} radius="xl" variant="light" color="gray" aria-hidden>
        <IconPhoto size="60%" stroke={1.5} />
      </ThemeIcon>
      <Title order={2} size="h4">
        {t(isNarrowed ? 'gallery.noneOfKind.title' : 'gallery.empty.title')}
      </Title>
      <Text c="dimmed" maw={420}>
        {t(isNarrowed ? 'gallery.noneOfKind.text' : 'gallery.empty.text')}
      </Text>
      <Group justify="center" mt="xs">
        {!isNarrowed && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/channels/$channelId" params={{ channelId }} {...props} />}
          >
            {t('gallery.empty.open')}
          </Button>
        )}
        {type !== undefined && <Narrowed search={{ month }} label={t('gallery.noneOfKind.all')} />}
        {month !== undefined && <Narrowed search={{ type }} label={t('gallery.noneOfKind.latest')} />}
      </Group>
    </Stack>
  )
}

function Narrowed({
  search,
  label,
}: {
  search: { type?: string | undefined; month?: string | undefined }
  label: string
}) {
  const { channelId } = useChannel()
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link to="/channels/$channelId/gallery" params={{ channelId }} search={search} {...props} />
      )}
    >
      {label}
    </Button>
  )
}
