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
  | { name: 'delete' }
  | { name: 'quiet'; wish: QuietRequest }
  /** A command with a word that it doesn't know. `instead`: what can be sent. */
  | { name: 'unclear'; instead: string[] }

/** `command`: without the bot's name, if the platform has names in commands. Null: for another bot. */
type Received = { content: { type: string; text?: string }; command?: string | null }

/** The command in a message, as its connector reads it. */
export function readChatCommand({ content, command }: Received): ChatCommand | undefined {
  if (content.type !== 'text' || command === null) return undefined
  return parseChatCommand(command ?? content.text ?? '')
}

/** What only one person can ask for. Someone who posts as the group, like all its admins can, isn't one. */
export function isPersonal(command: ChatCommand): boolean {
  switch (command.name) {
    case 'help':
    case 'rules':
    case 'unclear':
      return false
    case 'backup':
    case 'quiet':
      return command.wish !== 'ask' && !(typeof command.wish === 'object' && command.wish.kind === 'ask')
    case 'claim':
    case 'leave':
    case 'private':
    case 'public':
    case 'forget':
    case 'link':
    case 'delete':
      return true
  }
}

/** Checked first: nearly all messages aren't commands. */
const quotes = '"\'`“”„‘’«»「」『』＂＇'
const beginning = new RegExp(`^[\\s${quotes}]*[/／]`)
/** Guides show commands in quotes or at the end of a sentence, and people copy them with what's around them. */
const around = new RegExp(`^[\\s${quotes}]+|[\\s${quotes}.。]+$`, 'g')

const bare = ['help', 'private', 'public', 'rules', 'link', 'delete'] as const

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
  if (asked === 'start') return parseStart(rest)
  const name = bare.find((one) => one === asked)
  if (!name || rest.length > 1) return undefined
  return rest.length === 0 ? { name } : { name: 'unclear', instead: [`/${name}`] }
}

/** What the platform's own button sends to begin, with a word if a link led there. */
function parseStart(rest: string[]): ChatCommand | undefined {
  if (rest.length > 1) return undefined
  return { name: rest[0]?.toLowerCase() === 'link' ? 'link' : 'help' }
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
