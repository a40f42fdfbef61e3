import type { CommandOf } from '../../../ports/commands.ts'
import type { Sql } from '../sql.ts'
import type { Writing } from '../writing.ts'

/** Greets who came together, once no more have come for a while. */
export async function greetNewcomers(
  _tx: Sql,
  _writing: Writing,
  _command: CommandOf<'greet-newcomers'>,
): Promise<{ again: number | null }> {
  return { again: null }
}
