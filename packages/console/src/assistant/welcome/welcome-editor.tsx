import '@mantine/dates/styles.layer.css'
import { Alert, Group, Stack, Switch, Text } from '@mantine/core'
import { TimeInput } from '@mantine/dates'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { type ReadyEdited, useEdited } from '../../ui/editing/use-edited.ts'
import { RowSkeletons } from '../../ui/rows.tsx'
import { assistantKey, configQuery, groupRulesQuery } from '../queries.ts'
import { useMayChange } from '../use-may-edit.ts'
import { VariableText } from '../variable-text.tsx'
import { Editor, useNotifySaved, useRefusal } from './editor.tsx'
import {
  endsNextDay,
  findWelcomeProblems,
  mostMessageLength,
  toWelcomeDraft,
  type WelcomeDraft,
} from './welcome-draft.ts'
import { WelcomePreview } from './welcome-preview.tsx'
import { WelcomeState } from './welcome-state.tsx'

const usualHours = { from: '22:00', to: '07:00' }

export default function WelcomeEditor() {
  const { channelId } = useChannel()
  const edited = useEdited({
    queryKey: [...assistantKey(channelId), 'welcome'],
    read: () => api.tagged('getWelcome', { channelId }),
    toDraft: toWelcomeDraft,
    save: (body, ifMatch) => api.tagged('changeWelcome', { channelId, body, ifMatch }),
    onSaved: useNotifySaved(),
  })
  if (edited.status === 'loading') return <RowSkeletons />
  if (edited.status === 'failed') return <ErrorScreen inline error={edited.error} onRetry={edited.retry} />
  return <WelcomeForm edited={edited} />
}

type FormProps = { edited: ReadyEdited<Parameters<typeof toWelcomeDraft>[0], WelcomeDraft> }

function WelcomeForm({ edited }: FormProps) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { mayChange } = useMayChange()
  const groupRules = useQuery(groupRulesQuery(channelId)).data
  const { draft, change } = edited
  const problems = findWelcomeProblems(draft)
  const fields = useFields()
  const refusal = useRefusal(edited.failure, fields)
  const rules = groupRules?.enabled ? groupRules.content : ''
  if (!mayChange) return <WelcomeState draft={draft} rules={rules} />
  return (
    <Editor
      title={t('assistantParts.welcome.title')}
      text={t('assistantParts.welcome.text')}
      edited={edited}
      fields={fields}
      isWrong={Object.keys(problems).length > 0}
      preview={<WelcomePreview draft={draft} rules={rules} />}
    >
      <Switch
        label={t('assistantParts.welcome.enabled')}
        checked={draft.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      <Notes draft={draft} hasRules={groupRules === undefined || rules.trim() !== ''} />
      <VariableText
        label={t('assistantParts.welcome.message')}
        value={draft.message}
        onChange={(message) => change({ message })}
        variables={['name', 'group', 'count', 'rules']}
        maxLength={mostMessageLength}
        error={problems.message ? t('assistantParts.wrong.tooLong', { count: mostMessageLength }) : refusal('message')}
      />
      <QuietHours edited={edited} refusal={refusal('quietHours')} />
      <Switch
        label={t('assistantParts.welcome.greetReturning')}
        checked={draft.greetReturning}
        onChange={(event) => change({ greetReturning: event.currentTarget.checked })}
      />
    </Editor>
  )
}

function useFields() {
  const { t } = useTranslation()
  return [
    { path: 'enabled', label: t('assistantParts.welcome.enabled') },
    { path: 'message', label: t('assistantParts.welcome.message') },
    {
      path: 'quietHours',
      label: t('assistantParts.welcome.quietHours'),
      toText: (hours: WelcomeDraft['quietHours']) =>
        hours ? `${hours.from}–${hours.to}` : t('assistantParts.values.none'),
    },
    { path: 'greetReturning', label: t('assistantParts.welcome.greetReturning') },
  ]
}

/** Why this welcome would not be sent. */
function Notes({ draft: { enabled, message }, hasRules }: { draft: WelcomeDraft; hasRules: boolean }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const config = useQuery(configQuery(channelId)).data
  if (!enabled) return null
  const notes = [
    ...(config?.enabled === false ? [t('assistantParts.assistantOff')] : []),
    ...(message.trim() === '' ? [t('assistantParts.welcome.empty')] : []),
    ...(message.includes('{rules}') && !hasRules ? [t('assistantParts.welcome.rulesOff')] : []),
  ]
  return notes.map((note) => (
    <Alert key={note} color="orange" py="xs">
      {note}
    </Alert>
  ))
}

function QuietHours({ edited: { draft, change }, refusal }: FormProps & { refusal: string | undefined }) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const { quietHours } = draft
  const problems = findWelcomeProblems(draft)
  const wordsOf = (problem: 'time' | 'sameTimes' | undefined) => problem && t(`assistantParts.wrong.${problem}`)
  const zone = t(`assistantParts.welcome.${quietHours && endsNextDay(quietHours) ? 'nextDay' : 'sameDay'}`, {
    zone: timezone,
  })
  return (
    <Stack gap="sm">
      <Switch
        label={t('assistantParts.welcome.quietHours')}
        description={t('assistantParts.welcome.quietHoursText')}
        checked={quietHours !== null}
        onChange={(event) => change({ quietHours: event.currentTarget.checked ? usualHours : null })}
      />
      {quietHours && (
        <>
          <Group align="flex-start" gap="md">
            {(['from', 'to'] as const).map((end) => (
              <TimeInput
                key={end}
                label={t(`assistantParts.welcome.${end}`)}
                value={quietHours[end]}
                onChange={(event) => change({ quietHours: { ...quietHours, [end]: event.currentTarget.value } })}
                error={wordsOf(problems[end]) ?? (end === 'from' ? refusal : undefined)}
                w={130}
              />
            ))}
          </Group>
          <Text size="xs" c="dimmed">
            {zone}
          </Text>
        </>
      )}
    </Stack>
  )
}
