import { parseChatCommand } from '../../domain/platforms/chat-command.ts'
import type { Command } from '../../ports/commands.ts'
import type { Value } from '../sql/sql.ts'

/** What a command waits for before it looks at anything. */
export type Lock = { text: string; values: (Value | string[])[] }

/**
 * Commands decide by what they read, and several nodes write at once: so a command first takes hold of what it decides about, and
 * whatever it reads then stays as it is. Channels before names, channels in the order of their numbers, also where a command finds
 * them as it goes: so nobody waits for each other. Where two do all the same, the server tells one of them, and that one begins anew.
 */
export function locksOf(command: Command): Lock[] {
  switch (command.kind) {
    case 'receive-events':
      if (command.events.some(asksForErasure)) return alone
      return [channels([...new Set(command.events.map(({ channel }) => channel.channelId))])]
    case 'change-role':
    case 'hand-over-owner':
    case 'set-status':
    case 'change-settings':
    case 'change-assistant-config':
    case 'change-welcome':
    case 'change-group-rules':
    case 'create-rule':
    case 'update-rule':
    case 'delete-rule':
    case 'begin-import':
    case 'finish-import':
    case 'label-version':
    case 'subscribe':
    case 'unsubscribe':
    case 'store-media':
    case 'lose-media':
    case 'store-preview':
    case 'skip-preview':
    case 'answer-question':
    case 'answer-chosen':
    case 'leave-unanswered':
    case 'greet-newcomers':
    case 'record-channel':
    case 'record-member':
    case 'record-roster':
    case 'record-checks':
      return [channels([command.channelId])]
    case 'count-tokens':
      // Limits over all channels are decided by what others counted. Rare: each is a question to a model.
      return [channels([command.channelId]), { text: 'lock table model_days in share row exclusive mode', values: [] }]
    case 'number-ledger':
      return [named('erasures')]
    case 'delete-channel':
      return [channels([command.channelId]), named('erasures')]
    case 'retry-job':
    case 'finish-job':
      return [{ text: channelOfJob, values: [command.jobId] }]
    case 'create-key':
    case 'revoke-key':
    case 'create-sign-in':
    case 'use-sign-in-code':
    case 'create-sign-in-code':
    case 'end-sign-in':
    case 'forget-sign-ins':
    case 'record-requests':
      return [named('keys')]
    case 'record-account':
    case 'record-connections':
      return [named('connections')]
    case 'index-messages':
      return [named('index')]
    case 'forget-changes':
    case 'forget-events':
    case 'delete-expired':
    case 'drop-imports':
    case 'record-sizes':
      return [named('upkeep')]
    case 'erase-person':
    case 'repeat-erasures':
    case 'note-removals':
    case 'repeat-removals':
    case 'continue-erasure':
    case 'settle-restored':
    case 'forget-vanished':
    case 'release-jobs':
      return alone
    case 'create-claim-code':
    case 'forget-files':
      return []
    case 'claim-jobs':
    case 'plan-checks':
    case 'extend-leases':
    case 'stage-import':
    case 'thin-versions':
      // Takes hold of what nobody else has, as it goes.
      return []
  }
}

/** Somebody who asks to be forgotten is so in every channel. */
function asksForErasure(event: Extract<Command, { kind: 'receive-events' }>['events'][number]): boolean {
  if (event.kind !== 'message' || event.content.type !== 'text') return false
  return parseChatCommand(event.content.text)?.name === 'forget'
}

/** One that is not there yet cannot be held: who makes it second hears so from the unique index, and begins anew. */
export function channels(channelIds: string[]): Lock {
  return {
    text: 'select channel from channels where channel_id = any(?::text[]) order by channel for update',
    values: [channelIds],
  }
}

const channelOfJob = `select c.channel from channels c join jobs j on j.channel = c.channel where j.job_id = ? for update of c`

function named(name: (typeof lockNames)[number]): Lock {
  return { text: 'select name from locks where name = ? for update', values: [name] }
}

/** Rows of `locks`, which are there from the beginning. */
export const lockNames = ['connections', 'erasures', 'index', 'keys', 'upkeep'] as const

/** Waits until nobody writes, and lets nobody write meanwhile: for what concerns all channels. Kept short by its callers. */
const alone: Lock[] = [
  { text: 'lock table channels in exclusive mode', values: [] },
  { text: 'select name from locks order by name for update', values: [] },
]
