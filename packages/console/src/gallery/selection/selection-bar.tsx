import { InnkeeperError } from '@innkeeper/client'
import { type GalleryItem, sizeLimits } from '@innkeeper/contract'
import { ActionIcon, Button, CloseButton, Paper, Progress, Text, Transition } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mediaUrl } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { failureOf } from '../../errors/failure.ts'
import { useFailureText } from '../../errors/use-failure-text.ts'
import { useFormat } from '../../ui/format/format.ts'
import { useJoin } from '../../ui/format/join.ts'
import { IconDownload, IconPlayerStopFilled } from '../../ui/icons/icons.ts'
import { type Arrived, BrokenOffError } from './read-blob.ts'
import { totalSize, useSelectedIds, useSelection } from './selection.ts'
import classes from './selection-bar.module.css'
import { useZip } from './use-zip.ts'

/** How much is selected, and its download. `items`: everything shown; what has disappeared from it is not selected any more. */
export function SelectionBar({ items }: { items: readonly GalleryItem[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { channelId } = useChannel()
  const selection = useSelection()
  const ids = useSelectedIds()
  const selected = useMemo(() => items.filter(({ id }) => ids.has(id)), [items, ids])
  const { zip, start, cancel } = useZip(channelId)
  const isRunning = zip.state === 'running'
  const count = t('gallery.selection.count', { count: selected.length })
  return (
    <Transition mounted={selected.length > 0 || isRunning} transition="slide-up" duration={150}>
      {(style) => (
        <Paper
          component="section"
          className={classes.bar}
          style={style}
          data-bottom-bar
          aria-label={t('gallery.selection.label')}
        >
          {isRunning ? (
            <Running arrived={zip.arrived} count={selected.length} onCancel={cancel} />
          ) : (
            <div className={classes.row}>
              <CloseButton
                aria-label={t('gallery.selection.clear')}
                onClick={() => selection.remove([...selection.ids()])}
              />
              <div className={classes.details} role="status">
                <Text size="sm" fw={600}>
                  {count}
                </Text>
                <Text size="xs" c="dimmed">
                  {format.size(totalSize(selected))}
                </Text>
              </div>
              <DownloadButton selected={selected} onZip={() => void start(selected.map(({ id }) => id))} />
            </div>
          )}
          {selected.length > sizeLimits.zipFiles && (
            <Note text={t('gallery.selection.tooMany', { limit: sizeLimits.zipFiles })} />
          )}
          {zip.state === 'failed' && <Failed error={zip.error} sizeBytes={totalSize(selected)} />}
        </Paper>
      )}
    </Transition>
  )
}

function DownloadButton({ selected, onZip }: { selected: readonly GalleryItem[]; onZip: () => void }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const icon = <IconDownload size={16} />
  const [only, ...others] = selected
  if (only && others.length === 0) {
    return (
      <Button component="a" href={mediaUrl.file(channelId, only.id)} download leftSection={icon}>
        {t('gallery.download')}
      </Button>
    )
  }
  return (
    <Button leftSection={icon} disabled={selected.length > sizeLimits.zipFiles} onClick={onZip}>
      {t('gallery.selection.zip')}
    </Button>
  )
}

function Running(props: { arrived: Arrived | undefined; count: number; onCancel: () => void }) {
  const { arrived, count, onCancel } = props
  const { t } = useTranslation()
  const format = useFormat()
  const done = format.size(arrived?.doneBytes ?? 0)
  const total = arrived?.totalBytes ?? null
  const share = arrived && total ? Math.min(100, Math.floor((arrived.doneBytes / total) * 100)) : 100
  const message = () => {
    if (!arrived) return t('gallery.zip.starting')
    if (total === null) return t('gallery.zip.progressUnknown', { done })
    return t('gallery.zip.progress', { done, total: format.size(total) })
  }
  return (
    <div className={classes.row}>
      <div className={classes.details}>
        <Text size="sm" className={classes.figures}>
          {message()}
        </Text>
        <Progress.Root size="sm" mt={6}>
          <Progress.Section
            value={share}
            animated={!arrived || total === null}
            aria-label={t('gallery.zip.label', { files: t('gallery.files', { count }) })}
          />
        </Progress.Root>
      </div>
      <ActionIcon variant="default" size="lg" aria-label={t('gallery.zip.cancel')} onClick={onCancel}>
        <IconPlayerStopFilled size={14} />
      </ActionIcon>
    </div>
  )
}

function Failed({ error, sizeBytes }: { error: unknown; sizeBytes: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const join = useJoin()
  const failureText = useFailureText()
  const message = () => {
    if (error instanceof BrokenOffError) {
      const { doneBytes, totalBytes } = error.arrived
      return t('gallery.zip.short', { done: format.size(doneBytes), total: format.size(totalBytes ?? sizeBytes) })
    }
    if (error instanceof InnkeeperError && error.status === 404) return t('gallery.zip.gone')
    // Chromium throws this if a blob does not fit.
    if (error instanceof RangeError) return t('gallery.zip.memory', { total: format.size(sizeBytes) })
    const { title, text } = failureText(failureOf(error, { opening: false }))
    return join.sentences(title, text)
  }
  return <Note text={join.sentences(t('gallery.zip.failed'), message())} />
}

function Note({ text }: { text: string }) {
  return (
    <Text size="sm" className={classes.note} role="alert">
      {text}
    </Text>
  )
}
