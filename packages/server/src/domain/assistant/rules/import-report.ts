import type { ImportChange, ImportReport, QaMode } from '@innkeeper/contract'
import { hasSeparator } from '@innkeeper/contract/keyword-list'
import { answerPlaceholders, findUnknownPlaceholders } from '@innkeeper/contract/placeholders'
import {
  type AssistantEdit,
  contentOf,
  describeEdit,
  type KeptRule,
  keepEdit,
  type RuleEdit,
} from './assistant-state.ts'

/** At most this many changes are listed one by one. */
export const mostChangesShown = 1000

/** Of the values in a report, as JSON. More than anyone reads, and little beside the largest assistants. */
const mostValueBytes = 256 * 1024

const mostCommasShown = 20
const mostPlaceholdersShown = 20

export type ReportScene = {
  dryRun: boolean
  /** Generated IDs, which the file doesn't have. */
  drawn: ReadonlySet<string>
  /** How many rules the file has. */
  held: number
  /** How many rules stay that the file doesn't have. */
  kept: number
  /** The channel's match mode afterwards. Null if nobody typed the keywords, as when a version is restored. */
  mode: QaMode | null
}

/** What an import or restore changes. The version isn't known yet. */
export function reportImport(edits: readonly AssistantEdit[], scene: ReportScene): ImportReport {
  const rules = edits.filter((edit) => edit.part === 'rule')
  const created = rules.filter(({ before }) => before === null).length
  const deleted = rules.filter(({ after }) => after === null).length
  const changed = rules.length - created - deleted
  const { dryRun, held, kept, mode } = scene
  return {
    dryRun,
    created,
    changed,
    deleted,
    unchanged: held - created - changed,
    kept,
    changes: describeEdits(edits.slice(0, mostChangesShown), scene),
    keywordsWithComma: mode === null ? [] : findCommas(rules, mode),
    unknownPlaceholders: mode === null ? [] : findPlaceholders(rules),
    version: null,
  }
}

function describeEdits(edits: readonly AssistantEdit[], { dryRun, drawn }: ReportScene): ImportChange[] {
  let left = mostValueBytes
  return edits.flatMap((edit) => {
    const kept = keepEdit(edit)
    if (!kept) return []
    // The next run generates another ID.
    const change = describeEdit(dryRun && drawn.has(kept.ruleId ?? '') ? { ...kept, ruleId: null } : kept)
    const values = valuesOf(edit)
    left -= Buffer.byteLength(JSON.stringify(values))
    return [left < 0 ? change : { ...change, ...values }]
  })
}

function valuesOf(edit: AssistantEdit): Pick<ImportChange, 'before' | 'after' | 'keywords'> {
  if (edit.part === 'rule' && !edit.before) return edit.after ? { after: contentOf(edit.after) } : {}
  if (edit.part === 'rule' && !edit.after) return edit.before ? { before: contentOf(edit.before) } : {}
  const { before, after } = keepEdit(edit) ?? {}
  const keepsKeywords = edit.part === 'rule' && after && !('keywords' in after)
  return {
    ...(before && { before }),
    ...(after && { after }),
    // People recognize a rule by them.
    ...(keepsKeywords && edit.after && { keywords: edit.after.keywords }),
  }
}

/** In JSON, people sometimes write several keywords as one text. In a table, such a text is split. */
function findCommas(edits: readonly RuleEdit[], mode: QaMode): ImportReport['keywordsWithComma'] {
  const found: ImportReport['keywordsWithComma'] = []
  for (const { before, after } of edits) {
    if (!after || isPattern(after, mode)) continue
    for (const keyword of after.keywords) {
      if (!hasSeparator(keyword) || before?.keywords.includes(keyword)) continue
      if (found.push({ question: after.question, keyword }) === mostCommasShown) return found
    }
  }
  return found
}

/** Typing errors in them would be sent to the group. */
function findPlaceholders(edits: readonly RuleEdit[]): ImportReport['unknownPlaceholders'] {
  return edits
    .flatMap(({ before, after }) => {
      const known = new Set(before ? [before.answer, ...before.answers] : [])
      const fresh = after ? [after.answer, ...after.answers].filter((text) => !known.has(text)) : []
      return fresh.flatMap((text) =>
        findUnknownPlaceholders(text, answerPlaceholders).map(({ written, closest }) => ({
          question: after?.question ?? '',
          written,
          closest,
        })),
      )
    })
    .slice(0, mostPlaceholdersShown)
}

function isPattern({ match }: KeptRule, mode: QaMode): boolean {
  return (match ?? mode) === 'regex'
}
