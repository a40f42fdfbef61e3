import { ActionIcon, Button, CloseButton, Loader, Text, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconArrowLeft, IconChevronDown, IconChevronUp } from '../../ui/icons/icons.ts'
import classes from './hit-bar.module.css'
import type { OpenHits } from './use-hits.ts'

/** Above the conversation: where one is among the results of a search, and the ways to the others. */
export default function HitBar({ hits }: { hits: OpenHits }) {
  const { t } = useTranslation()
  return (
    <section className={classes.bar} aria-label={t('conversation.hits.label')}>
      <ActionIcon
        hiddenFrom="sm"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('conversation.hits.back')}
        onClick={hits.toResults}
      >
        <IconArrowLeft size={18} stroke={1.75} />
      </ActionIcon>
      <Button
        visibleFrom="sm"
        variant="subtle"
        color="gray"
        size="compact-md"
        leftSection={<IconArrowLeft size={16} stroke={1.75} />}
        onClick={hits.toResults}
      >
        {t('conversation.hits.back')}
      </Button>
      <Text size="sm" c="dimmed" truncate className={classes.words} dir="auto">
        {hits.isEarlierVersion ? t('conversation.hits.earlierVersion') : hits.words}
      </Text>
      <span role="status" className={classes.position}>
        <Position hits={hits} />
      </span>
      <Step label={t('conversation.hits.next')} keys="n" onStep={hits.next}>
        <IconChevronUp size={18} stroke={1.75} />
      </Step>
      <Step label={t('conversation.hits.previous')} keys="p" onStep={hits.previous}>
        <IconChevronDown size={18} stroke={1.75} />
      </Step>
      <CloseButton aria-label={t('conversation.hits.close')} onClick={hits.close} />
    </section>
  )
}

function Position({ hits: { position, count, isLoading, isFailed } }: { hits: OpenHits }) {
  const { t } = useTranslation()
  if (isFailed) return t('search.moreFailed')
  if (isLoading) return <Loader size={14} aria-label={t('search.searching')} />
  if (!count) return position
  if (position === undefined) return t(count.isExact ? 'search.count' : 'search.countAtLeast', { count: count.count })
  return t(count.isExact ? 'conversation.hits.position' : 'conversation.hits.positionAtLeast', {
    position,
    count: count.count,
  })
}

type StepProps = { label: string; keys: string; onStep: (() => void) | undefined; children: ReactNode }

/** Older messages are above, so the arrows point to where the hits are. */
function Step({ label, keys, onStep, children }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        aria-keyshortcuts={keys}
        // Keeps the focus when the last hit is reached.
        aria-disabled={onStep === undefined}
        data-disabled={onStep === undefined}
        onClick={() => onStep?.()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
