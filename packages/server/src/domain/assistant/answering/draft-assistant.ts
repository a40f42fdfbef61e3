import type { AssistantFile, RuleDraft } from '@innkeeper/contract'
import { invalid } from '../../refusal.ts'
import { planImport } from '../rules/assistant-file.ts'
import { type AssistantState, inOrder } from '../rules/assistant-state.ts'
import { findChannelProblem, findRuleProblem } from '../rules/check-rule.ts'
import { completeDraft } from '../rules/rule-drafts.ts'
import type { Assistant } from './assistant.ts'

/** What is tried: one rule or a whole assistant; if neither, the current assistant. */
export type Draft = { rule?: RuleDraft; assistant?: AssistantFile }

/** What a draft is applied to: the assistant in its answering and in its stored form. */
export type Present = { assistant: Assistant; state: AssistantState; hasModel: boolean; at: number }

/** The assistant as it would be after saving this draft. Refuses what couldn't be saved. */
export function draftAssistant(present: Present, draft: Draft): Assistant {
  if (draft.rule) return withRule(present, draft.rule)
  return draft.assistant ? withFile(present, draft.assistant) : present.assistant
}

function withRule({ assistant, state: { rules }, at }: Present, draft: RuleDraft): Assistant {
  const { qa, timezone } = assistant
  const there = rules.find(({ id }) => id === draft.id)
  const rule = {
    ...completeDraft(draft, there),
    id: draft.id ?? 'draft',
    createdAt: there?.createdAt ?? Math.max(at, ...rules.map(({ createdAt }) => createdAt + 1)),
    createdBy: '',
  }
  refuse('rule.', findRuleProblem(rule, qa.mode, timezone))
  const next = inOrder([...rules.filter((one) => one !== there), rule])
  refuse('', findChannelProblem(next, qa.mode))
  return { ...assistant, rules: next }
}

/** As it would be imported. */
function withFile({ assistant, state, hasModel, at }: Present, file: AssistantFile): Assistant {
  let drafts = 0
  const { state: next } = planImport(
    state,
    { file, origin: { kind: 'json', root: 'assistant.' }, mode: 'replace' },
    { timezone: assistant.timezone, hasModel, by: '', at, createId: () => `draft-${++drafts}` },
  )
  const { config, groupRules, rules } = next
  return { ...assistant, ...config, groupRules: groupRules.enabled ? groupRules.content : '', rules }
}

function refuse(path: string, problem: string | undefined): void {
  if (problem !== undefined) throw invalid(path + problem)
}
