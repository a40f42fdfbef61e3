import type { ImportReport } from '@innkeeper/contract'
import { type ImportRequest, planImport, refuseBadRules } from './assistant-file.ts'
import {
  type AssistantEdit,
  type AssistantState,
  findEdits,
  type KeptEdit,
  type KeptRule,
  keepEdit,
} from './assistant-state.ts'
import { type ReportScene, reportImport } from './import-report.ts'
import { ruleBytes } from './rule-columns.ts'

/** An edit to be stored: its stored form, and the rule it results in; null if it deletes one or results in none. */
export type StagedEdit = Pick<KeptEdit, 'part' | 'ruleId' | 'question'> & {
  before: string | null
  after: string | null
  rule: KeptRule | null
}

/** How an assistant becomes another one. Plain, because it crosses threads. */
export type PlanHead = {
  /** The version it was planned from, and is valid for. */
  baseVersion: number
  /** Of a dry run, or of an import that has no version yet. */
  report: ImportReport
  /** The parts that are replaced as a whole. */
  parts: Partial<Pick<AssistantState, 'config' | 'welcome' | 'groupRules'>>
  edits: number
  /** Of all edits together, as stored. */
  versionBytes: number
  /** Of all rules afterwards. */
  rulesBytes: number
}

export type AssistantPlan = { head: PlanHead; slices: StagedEdit[][] }

/** External constraints on the rules, who changes them, and when. */
export type PlanScene = { timezone: string; hasModel: boolean; by: string; at: number; createId(): string }

type Now = { version: number; state: AssistantState }

export function planFile(now: Now, request: ImportRequest, scene: PlanScene, dryRun: boolean): AssistantPlan {
  const { state, drawn, kept } = planImport(now.state, request, scene)
  return toPlan(now, state, { drawn, held: request.file.rules?.length ?? 0, kept, mode: state.config.qa.mode, dryRun })
}

/** `then`: the assistant as of that version. */
export function planRestore(
  now: Now,
  version: number,
  then: AssistantState,
  scene: Pick<PlanScene, 'timezone' | 'hasModel'>,
  dryRun: boolean,
): AssistantPlan {
  refuseBadRules(now.state, then, scene, (problem, rule) => {
    const where = rule ? `in rule ${rule.id} (${rule.question}) ` : ''
    return `Version ${version} cannot be restored: ${where}${problem}`
  })
  return toPlan(now, then, { drawn: new Set(), held: then.rules.length, kept: 0, mode: null, dryRun })
}

/** Bytes of an edit as stored. A column in the schema counts them the same way. */
export function bytesOf({ question, before, after }: Pick<StagedEdit, 'question' | 'before' | 'after'>): number {
  return Buffer.byteLength(question ?? '') + Buffer.byteLength(before ?? '') + Buffer.byteLength(after ?? '')
}

export function stageEdit(edit: AssistantEdit): StagedEdit | undefined {
  const kept = keepEdit(edit)
  if (!kept) return undefined
  const { part, ruleId, question, before, after } = kept
  return {
    part,
    ruleId,
    question,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
    rule: edit.part === 'rule' ? edit.after : null,
  }
}

function toPlan({ version, state }: Now, next: AssistantState, scene: ReportScene): AssistantPlan {
  const edits = findEdits(state, next)
  const staged = edits.map(stageEdit).filter((edit) => edit !== undefined)
  const parts = new Set(edits.map(({ part }) => part))
  return {
    head: {
      baseVersion: version,
      report: reportImport(edits, scene),
      parts: {
        ...(parts.has('config') && { config: next.config }),
        ...(parts.has('welcome') && { welcome: next.welcome }),
        ...(parts.has('groupRules') && { groupRules: next.groupRules }),
      },
      edits: edits.length,
      versionBytes: staged.reduce((sum, edit) => sum + bytesOf(edit), 0),
      rulesBytes: next.rules.reduce((sum, rule) => sum + ruleBytes(rule), 0),
    },
    slices: slicesOf(staged),
  }
}

/** Per slice, which takes a few milliseconds to write while all other writers wait. */
const mostEdits = 200
const mostBytes = 128 * 1024

function slicesOf(edits: readonly StagedEdit[]): StagedEdit[][] {
  const slices: StagedEdit[][] = []
  let current: StagedEdit[] = []
  let bytes = 0
  for (const edit of edits) {
    if (current.length === 0 || current.length === mostEdits || bytes > mostBytes) {
      current = []
      bytes = 0
      slices.push(current)
    }
    current.push(edit)
    bytes += bytesOf(edit)
  }
  return slices
}
