import { Alert, Button, Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { subscriptionQuery } from '../channel/queries.ts'
import { FailureNote } from '../errors/failure-notices.tsx'
import { useFormat } from '../ui/format/format.ts'
import { IconDownload, IconInfoCircle } from '../ui/icons/icons.ts'
import { ExportFilters } from './export-filters.tsx'
import classes from './exports.module.css'
import { FormatChoice } from './format-choice.tsx'
import { PlanSummary } from './plan-summary.tsx'
import { canPickFolder, pickFolder, safeName } from './run/folder.ts'
import type { KeptExport } from './run/kept-export.ts'
import { usePlan } from './use-plan.ts'
import { type Choice, firstChoice, toWish } from './wish.ts'

type Props = { userId: string; onStart(next: KeptExport): void }

/** What to export, and how much that is. */
export function ExportForm({ userId, onStart }: Props) {
  const { t } = useTranslation()
  // Two labels side by side are wider than a small phone.
  const isNarrow = useMediaQuery('(max-width: 26em)', false, { getInitialValueInEffect: false })
  const { channelId, detail, timezone } = useChannel()
  const format = useFormat(timezone)
  const isSubscribed = useQuery(subscriptionQuery(channelId)).data?.subscribed ?? false
  const [chosen, setChoice] = useState<Choice>(firstChoice)
  const choice = isSubscribed ? chosen : { ...chosen, own: true }
  const change = (more: Partial<Choice>) => setChoice((now) => ({ ...now, ...more }))
  const wish = useWish(choice)
  const { plan, isCurrent } = usePlan(channelId, wish)
  const start = useMutation({
    mutationFn: async () => {
      const { data } = plan
      if (!data) return
      const now = new Date()
      // The Swedish locale has two digits for each.
      const time = now.toLocaleTimeString('sv-SE').replaceAll(':', '.')
      const name = safeName(`${detail.meta.name} ${format.dayOf(now.toISOString())} ${time}`)
      const folder = canPickFolder() ? await pickFolder(name) : null
      // Nothing was chosen.
      if (folder === undefined) return
      const { formats } = choice
      onStart({ channelId, userId, formats, parts: data.parts, done: {}, folder })
    },
  })
  const canStart = isCurrent && choice.formats.length > 0 && (plan.data?.messages ?? 0) > 0
  return (
    <Stack gap="lg">
      {isSubscribed ? (
        <Stack gap={4}>
          <Text size="sm" fw={600} id="export-scope">
            {t('exports.scope.label')}
          </Text>
          <SegmentedControl
            aria-labelledby="export-scope"
            orientation={isNarrow ? 'vertical' : 'horizontal'}
            style={{ alignSelf: isNarrow ? 'stretch' : 'flex-start' }}
            value={choice.own ? 'own' : 'all'}
            data={[
              { value: 'all', label: t('exports.scope.all') },
              { value: 'own', label: t('exports.scope.own') },
            ]}
            onChange={(scope) => change({ own: scope === 'own', sender: '' })}
          />
        </Stack>
      ) : (
        <OwnOnly />
      )}
      <FormatChoice formats={choice.formats} onChange={(formats) => change({ formats })} />
      <ExportFilters choice={choice} onChange={change} />
      <Switch
        label={t('exports.media')}
        checked={choice.media}
        onChange={({ currentTarget }) => change({ media: currentTarget.checked })}
      />
      <Stack gap="sm" className={classes.card ?? ''} component="section">
        {choice.formats.length > 0 && !plan.isError && (
          <PlanSummary plan={plan.data} formats={choice.formats.length} isCurrent={isCurrent} />
        )}
        {plan.isError && (
          <>
            <FailureNote error={plan.error} />
            <Group>
              <Button variant="default" onClick={() => void plan.refetch()}>
                {t('shell.retry')}
              </Button>
            </Group>
          </>
        )}
        <Group>
          <Button
            leftSection={<IconDownload size={16} />}
            disabled={!canStart}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {t(canPickFolder() ? 'exports.start.folder' : 'exports.start.browser')}
          </Button>
        </Group>
        {start.isError && <FailureNote error={start.error} />}
      </Stack>
    </Stack>
  )
}

/** The same object as long as nothing else is wished for. */
function useWish(choice: Choice) {
  const text = JSON.stringify(toWish(choice))
  const [known, setKnown] = useState({ text, wish: toWish(choice) })
  if (known.text === text) return known.wish
  const next = { text, wish: toWish(choice) }
  setKnown(next)
  return next.wish
}

/** For members without a backup. */
function OwnOnly() {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  return (
    <Alert variant="default" icon={<IconInfoCircle size={18} />} title={t('exports.ownOnly.title')}>
      <Text size="sm">{t('exports.ownOnly.text')}</Text>
      <Button
        mt="xs"
        size="compact-sm"
        variant="light"
        renderRoot={(props) => <Link to="/channels/$channelId" params={{ channelId }} {...props} />}
      >
        {t('exports.ownOnly.link')}
      </Button>
    </Alert>
  )
}
