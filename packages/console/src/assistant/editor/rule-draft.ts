import {
  type QaMode,
  type Rule,
  type RuleDraft as RuleFile,
  ruleLimits,
  type UnansweredReport,
} from '@innkeeper/contract'
import { splitKeywords, splitLines } from '@innkeeper/contract/keyword-list'

/** The fields a person edits; the service sets the rest. */
export type RuleDraft = Pick<Rule, DraftField>

export const draftFields = [
  'question',
  'keywords',
  'answer',
  'answers',
  'pick',
  'match',
  'enabled',
  'priority',
  'cooldownSeconds',
  'memberCooldownSeconds',
  'schedule',
  'activeFrom',
  'activeUntil',
  'quickReplies',
  'picture',
] as const

export type DraftField = (typeof draftFields)[number]

export const newDraft: RuleDraft = {
  question: '',
  keywords: [],
  answer: '',
  answers: [],
  pick: 'random',
  match: null,
  enabled: true,
  priority: 0,
  cooldownSeconds: 0,
  memberCooldownSeconds: 0,
  schedule: [],
  activeFrom: null,
  activeUntil: null,
  quickReplies: [],
  picture: null,
}

/**
 * A new rule for a question that someone asked. It replies to similar questions, because the question says that better than any
 * of its words.
 */
export function draftFor({ content, variants }: UnansweredReport['questions'][number]): RuleDraft {
  const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ')
  const wordings = (variants.length > 0 ? variants : [content]).map((text) =>
    oneLine(text).slice(0, ruleLimits.keyword),
  )
  return { ...newDraft, question: oneLine(content), keywords: [...new Set(wordings)], match: 'similar' }
}

export function draftOf(rule: Rule): RuleDraft {
  return Object.fromEntries(draftFields.map((field) => [field, rule[field]])) as RuleDraft
}

/**
 * The draft as the service takes it for a trial, with the id of the rule it would replace. It's tried as if it were on, because
 * people try a rule before they turn it on.
 */
export function toTry(draft: RuleDraft, ruleId: string | undefined): RuleFile {
  return { ...draft, enabled: true, ...(ruleId !== undefined && { id: ruleId }) }
}

/**
 * Splits keywords that were just entered. Those that were there before stay, because one of them may contain a comma on purpose.
 */
export function addKeywords(before: readonly string[], entered: readonly string[], isPattern: boolean): string[] {
  const split = isPattern ? splitLines : splitKeywords
  return [...new Set(entered.flatMap((keyword) => (before.includes(keyword) ? [keyword] : split(keyword))))]
}

/** An invalid value. `at` is its index in a list. `kind` is also the key of its text. */
export type Problem = {
  field: DraftField
  at?: number
  kind:
    | 'missing'
    | 'noKeywords'
    | 'tooLong'
    | 'tooMany'
    | 'blankKeyword'
    | 'sameKeyword'
    | 'range'
    | 'noDays'
    | 'noTime'
    | 'order'
    | 'notHttps'
  limit?: number
  word?: string
}

/** What can be validated here, field by field. The service reports the rest. */
export function findProblems(draft: RuleDraft, channelMode: QaMode): Problem[] {
  const { question, keywords, answer, answers, priority, schedule, quickReplies, picture } = draft
  return [
    ...textProblems('question', question, ruleLimits.question),
    ...keywordProblems(keywords, (draft.match ?? channelMode) === 'regex'),
    ...textProblems('answer', answer, ruleLimits.answer),
    ...answers.flatMap((text, at) => textProblems('answers', text, ruleLimits.answer, at)),
    ...listProblems('answers', answers, ruleLimits.answers),
    ...numberProblems('priority', priority, -ruleLimits.priority, ruleLimits.priority),
    ...numberProblems('cooldownSeconds', draft.cooldownSeconds, 0, ruleLimits.cooldownSeconds),
    ...numberProblems('memberCooldownSeconds', draft.memberCooldownSeconds, 0, ruleLimits.cooldownSeconds),
    ...schedule.flatMap(({ days, from, to }, at) => [
      ...(days.length === 0 ? [{ field: 'schedule' as const, at, kind: 'noDays' as const }] : []),
      ...(from === '' || to === '' ? [{ field: 'schedule' as const, at, kind: 'noTime' as const }] : []),
    ]),
    ...listProblems('schedule', schedule, ruleLimits.spans),
    ...orderProblems(draft),
    ...quickReplies.flatMap(({ label, text }, at) => [
      ...textProblems('quickReplies', label, ruleLimits.label, at),
      ...textProblems('quickReplies', text, ruleLimits.quickReply, at),
    ]),
    ...listProblems('quickReplies', quickReplies, ruleLimits.quickReplies),
    ...(picture !== null && !isHttps(picture) ? [{ field: 'picture' as const, kind: 'notHttps' as const }] : []),
  ]
}

/** The field that an error from the service is about: its message begins with the field's name. */
export function fieldOf(sentence: string): DraftField | undefined {
  const [, name] = /^(?:rule\.)?(\w+)/.exec(sentence) ?? []
  return draftFields.find((field) => field === name)
}

function textProblems(field: DraftField, text: string, limit: number, at?: number): Problem[] {
  const position = at === undefined ? {} : { at }
  if (!/[^\s\p{Z}\p{Cc}\p{Cf}]/u.test(text)) return [{ field, kind: 'missing', ...position }]
  return text.length > limit ? [{ field, kind: 'tooLong', limit, ...position }] : []
}

function listProblems(field: DraftField, list: readonly unknown[], limit: number): Problem[] {
  return list.length > limit ? [{ field, kind: 'tooMany', limit }] : []
}

function numberProblems(field: DraftField, value: number, least: number, limit: number): Problem[] {
  const isFine = Number.isInteger(value) && value >= least && value <= limit
  return isFine ? [] : [{ field, kind: 'range', limit }]
}

function keywordProblems(keywords: readonly string[], isPattern: boolean): Problem[] {
  const field = 'keywords'
  if (keywords.length === 0) return [{ field, kind: 'noKeywords' }]
  const long = keywords.find((one) => one.length > ruleLimits.keyword)
  if (long !== undefined) return [{ field, kind: 'tooLong', limit: ruleLimits.keyword }]
  const folded = isPattern ? keywords : keywords.map((one) => one.normalize('NFKC').toLowerCase().trim())
  if (folded.some((one) => one.trim() === '')) return [{ field, kind: 'blankKeyword' }]
  const twice = folded.findIndex((one, at) => folded.indexOf(one) < at)
  if (twice >= 0) return [{ field, kind: 'sameKeyword', word: keywords[twice] ?? '' }]
  return listProblems(field, keywords, ruleLimits.keywords)
}

function orderProblems({ activeFrom, activeUntil }: RuleDraft): Problem[] {
  const isFine = activeFrom === null || activeUntil === null || activeFrom < activeUntil
  return isFine ? [] : [{ field: 'activeUntil', kind: 'order' }]
}

function isHttps(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}
