import type { Command } from '../../ports/commands.ts'
import { type LockTarget, planOf } from '../sql/commands.ts'
import type { Value } from '../sql/sql.ts'

/** A statement that waits for a lock. */
export type Lock = { text: string; values: (Value | string[])[] }

/** What a command locks before it reads anything. */
export function locksOf(command: Command): Lock[] {
  return planOf(command).locks(command).flatMap(toLocks)
}

/** Of commands that share a transaction: all their channels in one order, then the names. */
export function locksOfAll(commands: readonly Command[]): Lock[] {
  const targets = commands.flatMap((command) => planOf(command).locks(command))
  const channelIds = new Set(targets.flatMap((target) => (target.kind === 'channels' ? target.channelIds : [])))
  const others = targets.filter(({ kind }) => kind !== 'channels')
  const byText = new Map(others.flatMap(toLocks).map((lock) => [JSON.stringify(lock), lock]))
  // In one order, whatever the order of the commands.
  const inOrder = [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, lock]) => lock)
  return [channels([...channelIds]), ...inOrder]
}

function toLocks(target: LockTarget): Lock[] {
  switch (target.kind) {
    case 'channels':
      return [channels([...target.channelIds])]
    case 'channels-of-platform':
      return [{ text: channelsOfPlatform, values: [target.platform] }]
    case 'channel-of-job':
      return [{ text: target.ifSent ? channelOfSend : channelOfJob, values: [target.jobId] }]
    case 'named':
      return [{ text: 'select name from locks where name = ? for update', values: [target.name] }]
    case 'model-days':
      // Limits across all channels depend on what others counted. Rare: each is a question to a model.
      return [{ text: 'lock table model_days in share row exclusive mode', values: [] }]
    case 'everything':
      return everything
  }
}

/**
 * Also by IDs that their chats had before they moved. A new channel can't be locked yet. If two transactions create it, the unique
 * index rejects the second, which retries.
 */
function channels(channelIds: string[]): Lock {
  return {
    text: `select channel from channels
      where channel_id = any(?::text[]) or channel = any(array(select channel from chat_moves where chat_id = any(?::text[])))
      order by channel for update`,
    values: [channelIds, channelIds],
  }
}

const channelsOfPlatform = 'select channel from channels where platform = ? order by channel for update'
const channelOfJob = `select c.channel from channels c join jobs j on j.channel = c.channel where j.job_id = ? for update of c`
/** Only a job that sends something changes its channel when it ends. */
const channelOfSend = `select c.channel from channels c join jobs j on j.channel = c.channel
  where j.job_id = ? and j.kind in ('send-reply', 'push-message') for update of c`

/** Waits until no one else writes, and keeps others from writing: for what concerns all channels. Kept short by its callers. */
const everything: Lock[] = [
  { text: 'lock table channels in exclusive mode', values: [] },
  { text: 'select name from locks order by name for update', values: [] },
]
