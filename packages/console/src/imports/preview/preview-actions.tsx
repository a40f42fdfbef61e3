import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useActor } from '../../channel/channel.ts'
import { useFormat } from '../../ui/format/format.ts'
import { ImportFailure } from '../import-failure.tsx'
import classes from '../imports.module.css'
import { DropButton } from '../one/drop-button.tsx'
import { useMove } from '../queries.ts'
import { type Draft, isUnchanged, type PreviewedDetail } from './draft.ts'

type Props = {
  detail: PreviewedDetail
  draft: Draft
  isApplying: boolean
  /** Why the changes could not be applied. */
  error: unknown
  onApply(): void
  onDiscard(): void
  onClose(): void
}

/** Adds the messages, or applies what was changed. Always in view, because a preview is long. */
export function PreviewActions({ detail, draft, isApplying, error, onApply, onDiscard, onClose }: Props) {
  const { t } = useTranslation()
  const { canWrite } = useActor()
  const format = useFormat()
  const commit = useMove('commitImport')
  const added = detail.figures?.new ?? 0
  if (!canWrite) return null
  const failure = error ?? commit.error
  return (
    <Stack gap="xs" className={classes.actions ?? ''} data-bottom-bar>
      {failure ? <ImportFailure error={failure} /> : null}
      {!isUnchanged(draft) ? (
        <>
          <Text size="sm">{t('imports.apply.text')}</Text>
          <Group>
            <Button loading={isApplying} onClick={onApply}>
              {t('imports.apply.button')}
            </Button>
            <Button variant="default" disabled={isApplying} onClick={onDiscard}>
              {t('imports.apply.discard')}
            </Button>
          </Group>
        </>
      ) : (
        <>
          <Text size="sm">{t(added > 0 ? 'imports.commit.text' : 'imports.commit.nothing')}</Text>
          <Group align="flex-start">
            {added > 0 && (
              <Button loading={commit.isPending} onClick={() => commit.mutate(detail.number)}>
                {t('imports.commit.button', { count: added, messages: format.count(added) })}
              </Button>
            )}
            <DropButton number={detail.number} onDropped={onClose} />
          </Group>
        </>
      )}
    </Stack>
  )
}
