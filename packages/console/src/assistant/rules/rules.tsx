import { Alert, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { lazyScreen } from '../../errors/lazy-screen.tsx'
import { withCalendarNames, withTexts } from '../../locales/i18n.ts'
import { afterFirstLoad } from '../../ui/after-first-load.ts'
import { IconLock } from '../../ui/icons/icons.ts'
import { RowSkeletons } from '../../ui/rows.tsx'
import { configQuery, rulesQuery } from '../queries.ts'
import { useIsWide } from '../use-is-wide.ts'
import { useMayEdit } from '../use-may-edit.ts'
import { AssistantState } from './assistant-state.tsx'
import { ModelNote } from './model-note.tsx'
import { NoRules } from './no-rules.tsx'
import { Rules } from './rules-list.tsx'
import { Switches } from './switches.tsx'

// These are large, and most visits only look at the list.
const RuleTools = lazy(
  afterFirstLoad(withCalendarNames(withTexts(() => import('../trial/rule-tools.tsx'), 'assistantParts'))),
)
const RuleEditor = lazyScreen(withCalendarNames(withTexts(() => import('../editor/rule-editor.tsx'), 'assistantParts')))

/** The list of rules, or the rule in the URL. */
export function RulesPart() {
  const { rule } = useSearch({ from: '/app/channels/$channelId/assistant' })
  return rule === undefined ? <RulesOverview /> : <RuleEditor />
}

function RulesOverview() {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { mayEdit } = useMayEdit()
  const isWide = useIsWide()
  const config = useQuery(configQuery(channelId))
  const rules = useQuery(rulesQuery(channelId))
  const failed = [config, rules].find(({ error, data }) => error && !data)
  if (failed) return <ErrorScreen inline error={failed.error} onRetry={() => void failed.refetch()} />
  if (!config.data || !rules.data) return <RowSkeletons />
  return (
    <Stack gap={isWide ? 'xl' : 'sm'}>
      {!mayEdit && (
        <Alert color="gray" variant="light" icon={<IconLock size={18} />}>
          {t('assistant.readOnly')}
        </Alert>
      )}
      {mayEdit ? <Switches config={config.data} mayEdit /> : <AssistantState config={config.data} />}
      <ModelNote config={config.data} rules={rules.data} />
      {rules.data.length === 0 ? (
        <NoRules mayEdit={mayEdit} />
      ) : (
        <>
          {mayEdit && (
            <Suspense fallback={<Skeleton height={isWide ? 36 : 30} />}>
              <RuleTools rules={rules.data} />
            </Suspense>
          )}
          <Rules rules={rules.data} config={config.data} />
        </>
      )}
    </Stack>
  )
}
