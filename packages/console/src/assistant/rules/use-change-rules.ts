import type { Rule, RuleChange } from '@innkeeper/contract'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { useNotifyFailure } from '../../errors/failure-notices.tsx'
import { assistantKey, rulesQuery } from '../queries.ts'
import { conflictsKey } from './conflict-hints.ts'
import { moveRule, type PriorityChange } from './move-rule.ts'

/** Changes one field of one rule from the list, and nothing else in it. */
export function useChangeRule() {
  const { channelId } = useChannel()
  const invalidate = useInvalidateRules()
  const show = useShowAtOnce()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: RuleChange }) =>
      api.updateRule({ channelId, qaId: id, body: change }),
    onMutate: ({ id, change }) => show((rule) => (rule.id === id ? { ...rule, ...(change as Partial<Rule>) } : rule)),
    onError: useNotifyFailure(),
    onSettled: invalidate,
  })
}

/** More changes than this are written as one import: all or nothing, and one version of the assistant. */
const mostOneByOne = 10

/** Moves a rule to another position with as few new priorities as possible. */
export function useMoveRule(rules: readonly Rule[]): (from: number, to: number) => void {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const invalidate = useInvalidateRules()
  const show = useShowAtOnce()
  const write = useMutation({
    mutationFn: (changes: readonly PriorityChange[]) => writePriorities(channelId, changes),
    onMutate: (changes) => {
      const priorities = new Map(changes.map(({ id, priority }) => [id, priority]))
      return show((rule) => ({ ...rule, priority: priorities.get(rule.id) ?? rule.priority }))
    },
    onError: useNotifyFailure(),
    onSettled: invalidate,
  })
  return (from, to) => {
    const changes = moveRule(rules, from, to)
    if (changes.length > 0) write.mutate(changes)
    else notifications.show({ color: 'orange', message: t('assistant.list.noGap') })
  }
}

async function writePriorities(channelId: string, changes: readonly PriorityChange[]): Promise<void> {
  if (changes.length <= mostOneByOne) {
    for (const { id, priority } of changes) await api.updateRule({ channelId, qaId: id, body: { priority } })
    return
  }
  // An import needs complete rules, as they are now and not as they were when the list was loaded.
  const { rules } = await api.listRules({ channelId })
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const changed = changes.flatMap(({ id, priority }) => {
    const rule = byId.get(id)
    return rule ? [{ id, keywords: rule.keywords, question: rule.question, answer: rule.answer, priority }] : []
  })
  await api.importAssistant({
    channelId,
    body: { assistant: { format: 'innkeeper-assistant/1', rules: changed }, mode: 'merge', dryRun: false },
  })
}

/** Updates the list before the service has responded. */
function useShowAtOnce(): (change: (rule: Rule) => Rule) => Promise<void> {
  const { channelId } = useChannel()
  const client = useQueryClient()
  return async (change) => {
    const { queryKey } = rulesQuery(channelId)
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (rules) =>
      rules?.map(change).sort((a, b) => b.priority - a.priority || a.createdAt.localeCompare(b.createdAt)),
    )
  }
}

/** Also drops conflicts that were found for the old rules. */
export function useInvalidateRules(): () => Promise<void> {
  const { channelId } = useChannel()
  const client = useQueryClient()
  return async () => {
    client.removeQueries({ queryKey: conflictsKey(channelId) })
    await client.invalidateQueries({ queryKey: assistantKey(channelId) })
  }
}
