import type { GroupRules } from '@innkeeper/contract'
import { Alert, Switch, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { type ReadyEdited, useEdited } from '../../ui/editing/use-edited.ts'
import { Section } from '../../ui/layout.tsx'
import { RowSkeletons } from '../../ui/rows.tsx'
import { type Bubble, Bubbles } from '../bubbles.tsx'
import { assistantKey, configQuery } from '../queries.ts'
import { OnOff, StateList } from '../state-list.tsx'
import { useMayChange } from '../use-may-edit.ts'
import { Editor, useNotifySaved, useRefusal } from './editor.tsx'

type Draft = Pick<GroupRules, 'enabled' | 'content'>

const mostContentLength = 5000

export default function GroupRulesEditor() {
  const { channelId } = useChannel()
  const edited = useEdited({
    queryKey: [...assistantKey(channelId), 'group-rules'],
    read: () => api.tagged('getGroupRules', { channelId }),
    toDraft: ({ enabled, content }): Draft => ({ enabled, content }),
    save: (body, ifMatch) => api.tagged('changeGroupRules', { channelId, body, ifMatch }),
    onSaved: useNotifySaved(),
  })
  if (edited.status === 'loading') return <RowSkeletons />
  if (edited.status === 'failed') return <ErrorScreen inline error={edited.error} onRetry={edited.retry} />
  return <GroupRulesForm edited={edited} />
}

function GroupRulesForm({ edited }: { edited: ReadyEdited<GroupRules, Draft> }) {
  const { t } = useTranslation()
  const { mayChange } = useMayChange()
  const { draft, change } = edited
  const isTooLong = draft.content.length > mostContentLength
  const fields = [
    { path: 'enabled', label: t('assistantParts.groupRules.enabled') },
    { path: 'content', label: t('assistantParts.groupRules.content') },
  ]
  const refusal = useRefusal(edited.failure, fields)
  if (!mayChange) return <GroupRulesState draft={draft} />
  return (
    <Editor
      title={t('assistantParts.groupRules.title')}
      text={t('assistantParts.groupRules.text')}
      edited={edited}
      fields={fields}
      isWrong={isTooLong}
      preview={<Preview draft={draft} />}
    >
      <Switch
        label={t('assistantParts.groupRules.enabled')}
        checked={draft.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      <Notes draft={draft} />
      <Textarea
        label={t('assistantParts.groupRules.content')}
        description={t('assistantParts.groupRules.contentHint')}
        autosize
        minRows={6}
        maxRows={20}
        value={draft.content}
        onChange={(event) => change({ content: event.currentTarget.value })}
        maxLength={mostContentLength}
        error={isTooLong ? t('assistantParts.wrong.tooLong', { count: mostContentLength }) : refusal('content')}
      />
    </Editor>
  )
}

/** For people who can't change it. */
function GroupRulesState({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  return (
    <Section title={t('assistantParts.groupRules.title')} text={t('assistantParts.groupRules.text')}>
      <StateList
        label={t('assistantParts.groupRules.title')}
        facts={[{ name: t('assistantParts.groupRules.enabled'), value: <OnOff isOn={draft.enabled} /> }]}
      />
      <Preview draft={draft} />
    </Section>
  )
}

function Notes({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const config = useQuery(configQuery(channelId)).data
  if (!draft.enabled) return null
  return (
    <>
      {config?.enabled === false && (
        <Alert color="orange" py="xs">
          {t('assistantParts.assistantOff')}
        </Alert>
      )}
      {draft.content.trim() === '' && (
        <Alert color="orange" py="xs">
          {t('assistantParts.groupRules.empty')}
        </Alert>
      )}
    </>
  )
}

function Preview({ draft: { enabled, content } }: { draft: Draft }) {
  const { t } = useTranslation()
  const isSilent = !enabled || content.trim() === ''
  const bubbles: Bubble[] = [
    { from: 'member', name: t('assistantParts.groupRules.asker'), text: '/rules' },
    isSilent ? { from: 'chat', text: t('assistantParts.groupRules.silent') } : { from: 'bot', text: content },
  ]
  return <Bubbles label={t('assistantParts.preview')} bubbles={bubbles} />
}
