import { parseQuietRequest, type QuietRequest } from '../assistant/quiet-command.ts'
import { type BackupRequest, parseBackupRequest } from '../messages/backup-command.ts'

export type ChatCommand =
  | { name: 'claim'; code: string | undefined }
  | { name: 'help' }
  | { name: 'leave' }
  | { name: 'private' }
  | { name: 'public' }
  | { name: 'rules' }
  | { name: 'backup'; wish: BackupRequest }
  | { name: 'forget'; isConfirmed: boolean }
  | { name: 'link' }
  | { name: 'quiet'; wish: QuietRequest }

/** Checked first: nearly all messages aren't commands. */
const beginning = /^\s*[/／]/

const bare = ['help', 'leave', 'private', 'public', 'rules', 'link'] as const

/** The command, if the message contains nothing else. Keyboards of other scripts write the slash and letters full-width. */
export function parseChatCommand(text: string): ChatCommand | undefined {
  if (text.length > 100 || !beginning.test(text)) return undefined
  const [word = '', ...rest] = text.normalize('NFKC').trim().split(/\s+/)
  if (!word.startsWith('/')) return undefined
  const asked = word.slice(1).toLowerCase()
  if (asked === 'claim') return rest.length > 1 ? undefined : { name: 'claim', code: rest[0] }
  if (asked === 'forget') return parseForget(rest)
  if (asked === 'quiet') return parseQuiet(rest)
  if (asked === 'backup') return parseBackup(rest)
  const name = bare.find((one) => one === asked)
  return name && rest.length === 0 ? { name } : undefined
}

/** Needs a confirmation: only with this word does anything happen. */
function parseForget(rest: string[]): ChatCommand | undefined {
  if (rest.length === 0) return { name: 'forget', isConfirmed: false }
  return rest.length === 1 && rest[0]?.toLowerCase() === 'yes' ? { name: 'forget', isConfirmed: true } : undefined
}

function parseQuiet(rest: string[]): ChatCommand | undefined {
  const wish = parseQuietRequest(rest)
  return wish && { name: 'quiet', wish }
}

function parseBackup(rest: string[]): ChatCommand | undefined {
  const wish = parseBackupRequest(rest)
  return wish && { name: 'backup', wish }
}
