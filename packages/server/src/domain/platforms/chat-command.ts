import { parseQuietRequest, type QuietRequest } from '../assistant/quiet-command.ts'
import { type BackupRequest, parseBackupRequest } from '../messages/backup-command.ts'

export type ChatCommand =
  | { name: 'claim'; code: string | undefined }
  | { name: 'help' }
  | { name: 'leave'; isConfirmed: boolean }
  | { name: 'private' }
  | { name: 'public' }
  | { name: 'rules' }
  | { name: 'backup'; wish: BackupRequest }
  | { name: 'forget'; isConfirmed: boolean }
  | { name: 'link' }
  | { name: 'quiet'; wish: QuietRequest }
  /** A command with a word that it doesn't know. `instead`: what can be sent. */
  | { name: 'unclear'; instead: string[] }

/** Checked first: nearly all messages aren't commands. */
const quotes = '"\'`“”„‘’«»「」『』＂＇'
const beginning = new RegExp(`^[\\s${quotes}]*[/／]`)
/** Guides show commands in quotes or at the end of a sentence, and people copy them with what's around them. */
const around = new RegExp(`^[\\s${quotes}]+|[\\s${quotes}.。]+$`, 'g')

const bare = ['help', 'private', 'public', 'rules', 'link'] as const

/**
 * The command, if the message contains nothing else. Keyboards of other scripts write the slash and letters full-width. One word
 * that the command doesn't know is probably a typing error. Several are conversation.
 */
export function parseChatCommand(text: string): ChatCommand | undefined {
  if (text.length > 100 || !beginning.test(text)) return undefined
  const [word = '', ...rest] = text.normalize('NFKC').replace(around, '').split(/\s+/)
  if (!word.startsWith('/')) return undefined
  const asked = word.slice(1).toLowerCase()
  if (asked === 'claim') return rest.length > 1 ? undefined : { name: 'claim', code: rest[0] }
  if (asked === 'forget' || asked === 'leave') return parseConfirmed(asked, rest)
  if (asked === 'quiet') return parseQuiet(rest)
  if (asked === 'backup') return parseBackup(rest)
  const name = bare.find((one) => one === asked)
  if (!name || rest.length > 1) return undefined
  return rest.length === 0 ? { name } : { name: 'unclear', instead: [`/${name}`] }
}

/** Needs a confirmation: only with this word does anything happen. After any other, the bot asks for it. */
function parseConfirmed(name: 'forget' | 'leave', rest: string[]): ChatCommand | undefined {
  return rest.length > 1 ? undefined : { name, isConfirmed: rest[0]?.toLowerCase() === 'yes' }
}

function parseQuiet(rest: string[]): ChatCommand | undefined {
  const wish = parseQuietRequest(rest)
  return wish && { name: 'quiet', wish }
}

function parseBackup(rest: string[]): ChatCommand | undefined {
  const wish = parseBackupRequest(rest)
  if (wish) return { name: 'backup', wish }
  return rest.length === 1 ? { name: 'unclear', instead: ['/backup on', '/backup off'] } : undefined
}
