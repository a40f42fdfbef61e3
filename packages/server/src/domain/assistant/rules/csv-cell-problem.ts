import { qaModes, ruleLimits } from '@innkeeper/contract'

const seconds = `a whole number from 0 to ${ruleLimits.cooldownSeconds}`
const time = 'a time in UTC such as 2026-03-01T09:00:00Z'

/** What a cell can contain, where the whole cell is one value. */
const allowed: Readonly<Record<string, string>> = {
  id: 'only letters, digits, _ and -',
  pick: 'random or in-order',
  enabled: 'true or false',
  priority: `a whole number from -${ruleLimits.priority} to ${ruleLimits.priority}`,
  match: `${qaModes.slice(0, -1).join(', ')} or ${qaModes.at(-1)}`,
  cooldownSeconds: seconds,
  memberCooldownSeconds: seconds,
  schedule: 'a list such as [{"days":["mon","tue"],"from":"09:00","to":"18:00"}]',
  activeFrom: time,
  activeUntil: time,
  quickReplies: 'a list such as [{"label":"Where?","text":"Where are you?"}]',
  picture: 'an address that begins with https://, without user name and password',
}

/** What is wrong with a cell, for a person who sees the cell and not our schema. `problem`: what the check said. */
export function describeCellProblem(name: string, cell: string, problem: string): string {
  if (cell.trim() === '') return `${name} must not be empty`
  const use = allowed[name]
  // Longer paths are about a part of a list, and a length is a reason of its own.
  if (use === undefined || !problem.startsWith(`${name} must be `) || problem.endsWith('characters long'))
    return problem
  return `${quoteCell(cell)} isn't allowed. Use ${use}, or leave it empty.`
}

/** Names and cells come from the file: short, and on one line. */
export function quoteCell(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
