import type { AuditEntry } from '@innkeeper/contract'

/** The parts of an entry's text: which sentence, and which details. */
type AuditSentence = { action: string; details: AuditDetail[] }

export type AuditDetail =
  | { kind: 'value'; name: string; from: unknown; to: unknown }
  | { kind: 'changed'; names: string[] }
  | { kind: 'rule'; id: string }
  | { kind: 'version'; version: number }
  | { kind: 'rules'; created: number; changed: number; deleted: number }
  | { kind: 'until'; at: string }

/** Unknown members are left out rather than shown wrongly. */
export function sentenceOf({ action, actor, target, detail }: AuditEntry): AuditSentence {
  const name = action.replace('.', '-')
  return { action: actionKeyOf(name, actor, detail), details: detailsOf(name, target, detail) }
}

function actionKeyOf(name: string, actor: string, detail: AuditEntry['detail']): string {
  // By itself, the status changes only when the bot comes or goes.
  if (name === 'status-changed') return `${actor === 'system' ? 'presence' : 'status'}-${String(detail.to)}`
  // Roles that follow those of the group on its platform, which has no name here.
  if (detail.as === 'platform') return name === 'owner-changed' ? 'owner-followed' : 'role-followed'
  return name === 'assistant-quieted' && detail.quietUntil === null ? 'assistant-unquieted' : name
}

function detailsOf(name: string, target: string | null, detail: AuditEntry['detail']): AuditDetail[] {
  if (name === 'settings-changed') return Object.entries(detail).flatMap(([one, change]) => valueChange(one, change))
  const found: AuditDetail[] = []
  if (name.startsWith('rule-') && target !== null) found.push({ kind: 'rule', id: target })
  if (Array.isArray(detail.changed)) found.push({ kind: 'changed', names: detail.changed.map(String) })
  const version = detail.restored ?? detail.version
  if (typeof version === 'number') found.push({ kind: 'version', version })
  if (isRecord(detail.rules)) {
    const { created, changed, deleted } = detail.rules
    found.push({ kind: 'rules', created: Number(created), changed: Number(changed), deleted: Number(deleted) })
  }
  if (typeof detail.quietUntil === 'string') found.push({ kind: 'until', at: detail.quietUntil })
  return found
}

/** Leaves out values that were sent but didn't change. */
function valueChange(name: string, change: unknown): AuditDetail[] {
  if (!isRecord(change) || change.from === change.to) return []
  return [{ kind: 'value', name, from: change.from, to: change.to }]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
