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

/** One member of one rule at a time, from the list. Others' changes to the rest of it are not touched. */
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

/** More than so many are written as one: all of it or nothing, and one version of the assistant. */
const mostOneByOne = 10

/** Moves the rule at a place to another, by as few new priorities as can be. */
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
  // A file needs the whole rule: as it is now, not as it was when the list was read.
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

/** As it will be, in its order, before the service has said so. */
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

/** What was found about rules that are not the same any more, too. */
export function useInvalidateRules(): () => Promise<void> {
  const { channelId } = useChannel()
  const client = useQueryClient()
  return async () => {
    client.removeQueries({ queryKey: conflictsKey(channelId) })
    await client.invalidateQueries({ queryKey: assistantKey(channelId) })
  }
}
