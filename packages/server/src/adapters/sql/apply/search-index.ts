import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import type { Sql } from '../sql.ts'

export async function indexMessages(
  _tx: Sql,
  _command: CommandOf<'index-messages'>,
): Promise<ResultOf<'index-messages'>> {
  return { indexed: 0, more: false }
}
