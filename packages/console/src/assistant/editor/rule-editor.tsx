import type { AssistantConfig, Rule } from '@innkeeper/contract'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { CollisionDialog } from '../../ui/editing/collision-dialog.tsx'
import { isSame } from '../../ui/editing/merge.ts'
import { useEdited } from '../../ui/editing/use-edited.ts'
import { RowSkeletons } from '../../ui/rows.tsx'
import { assistantKey, configQuery } from '../queries.ts'
import { useInvalidateRules } from '../rules/use-change-rules.ts'
import { unansweredQuery } from '../unanswered/queries.ts'
import { DeleteRule } from './delete-rule.tsx'
import { EditorFrame } from './editor-frame.tsx'
import type { OpenTools } from './editor-tools.tsx'
import { draftFor, draftOf, newDraft, type RuleDraft } from './rule-draft.ts'
import { useDraftFields } from './use-draft-fields.ts'

/** The rule in the URL, or a new one. */
export default function RuleEditor() {
  const { channelId } = useChannel()
  const { rule, message } = useSearch({ from: '/app/channels/$channelId/assistant' })
  const config = useQuery(configQuery(channelId))
  const [open, setOpen] = useState<string[]>([])
  const [typed, setTyped] = useState('')
  const tools = { open, setOpen, typed, setTyped }
  if (!config.data) {
    if (config.error) return <ErrorScreen inline error={config.error} onRetry={() => void config.refetch()} />
    return <RowSkeletons />
  }
  if (rule === 'new' && message !== undefined) {
    return <RuleForQuestion key={message} config={config.data} tools={tools} messageId={message} />
  }
  if (rule === undefined || rule === 'new') return <NewRule config={config.data} tools={tools} first={newDraft} />
  return <ExistingRule key={rule} config={config.data} tools={tools} ruleId={rule} />
}

type Props = { config: AssistantConfig; tools: OpenTools }

/** For an unanswered question, which is also the first one to test the rule with. */
function RuleForQuestion({ messageId, tools, ...props }: Props & { messageId: string }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const found = useQuery(unansweredQuery(channelId))
  const question = found.data?.questions.find((one) => one.messageId === messageId)
  const [first, setFirst] = useState<RuleDraft>()
  const { setOpen, setTyped } = tools
  useEffect(() => {
    if (!question || first) return
    setFirst(draftFor(question))
    setTyped(question.content)
    setOpen(['test'])
  }, [question, first, setTyped, setOpen])
  if (first) return <NewRule {...props} tools={tools} first={first} note={t('ruleTools.unanswered.filledIn')} />
  if (found.isPending || question) return <RowSkeletons />
  // The link is old, or someone else has made a rule meanwhile.
  return <NewRule {...props} tools={tools} first={newDraft} />
}

/** `first`: what the form starts with. */
function NewRule({ config, tools, first, note }: Props & { first: RuleDraft; note?: string }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const invalidate = useInvalidateRules()
  const [draft, setDraft] = useState<RuleDraft>(first)
  const [isDone, setDone] = useState(false)
  const create = useMutation({
    mutationFn: () => api.createRule({ channelId, body: draft }),
    onSuccess: async ({ id }: Rule) => {
      // Before navigating, so that the guard does not ask about changes that are saved.
      flushSync(() => setDone(true))
      notifications.show({ message: t('ruleTools.editor.created') })
      void invalidate()
      await navigate({
        to: '/channels/$channelId/assistant',
        params: { channelId },
        search: { rule: id },
        replace: true,
      })
    },
  })
  return (
    <EditorFrame
      config={config}
      draft={draft}
      note={note}
      isDirty={!isDone && !isSame(draft, first)}
      isSaving={create.isPending}
      failure={create.error}
      tools={tools}
      onChange={(members) => setDraft((now) => ({ ...now, ...members }))}
      onSave={() => create.mutate()}
      onReset={() => setDraft(first)}
    />
  )
}

function ExistingRule({ config, tools, ruleId }: Props & { ruleId: string }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const invalidate = useInvalidateRules()
  const fields = useDraftFields()
  const edited = useEdited<Rule, RuleDraft>({
    queryKey: [...assistantKey(channelId), 'rule', ruleId],
    read: () => api.tagged('getRule', { channelId, qaId: ruleId }),
    toDraft: draftOf,
    save: (body, ifMatch) => api.tagged('updateRule', { channelId, qaId: ruleId, body, ifMatch }),
    onSaved: () => {
      notifications.show({ message: t('ruleTools.editor.saved') })
      void invalidate()
    },
  })
  if (edited.status === 'loading') return <RowSkeletons />
  if (edited.status === 'failed') return <ErrorScreen inline error={edited.error} onRetry={edited.retry} />
  return (
    <>
      <EditorFrame
        config={config}
        rule={edited.data}
        draft={edited.draft}
        isDirty={edited.isDirty}
        isSaving={edited.isSaving}
        failure={edited.failure}
        tools={tools}
        onChange={edited.change}
        onSave={edited.save}
        onReset={() => {
          edited.reset()
          // Discarding returns to what others may have saved in the meantime.
          void invalidate()
        }}
        more={<DeleteRule rule={edited.data} tag={edited.tag} onDeleted={edited.reset} />}
      />
      <CollisionDialog edited={edited} fields={fields} />
    </>
  )
}
