import type { OperatorLog } from '@innkeeper/contract'

export type LoggedEntry = OperatorLog['entries'][number]

export type LogLine = { key: string; at: string; actor: string; action: string; subjects: string[] }

/** Settings that were saved together become one line. Newest first, as they come. */
export function linesOf(entries: readonly LoggedEntry[]): LogLine[] {
  const lines = new Map<string, LogLine>()
  for (const { at, actor, action, subject } of entries) {
    const key = [at, action, actor].join(' ')
    const line = lines.get(key) ?? { key, at, actor, action, subjects: [] }
    if (!line.subjects.includes(subject)) line.subjects.push(subject)
    lines.set(key, line)
  }
  return [...lines.values()]
}

/** As in the texts: `setting-changed`. */
export function actionKeyOf(action: string): string {
  return action.replace('.', '-')
}
