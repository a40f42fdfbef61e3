import type { CommandOf } from '../../../ports/commands.ts'
import type { Change } from '../../../ports/reading.ts'
import type { Sql } from '../sql.ts'

/** Says that something changed in a channel, in the transaction of its cause: whoever watches hears of it after the commit. */
export async function noteChange(_tx: Sql, _channelNo: number, _at: number, _change: Change): Promise<void> {}

export async function forgetChanges(_tx: Sql, _command: CommandOf<'forget-changes'>): Promise<null> {
  return null
}
