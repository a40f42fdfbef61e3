import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import type { Sql } from '../sql.ts'

export async function createSignIn(_tx: Sql, _command: CommandOf<'create-sign-in'>): Promise<{ expiresAt: number }> {
  throw new Error('not built yet')
}

export async function useSignInCode(
  _tx: Sql,
  _command: CommandOf<'use-sign-in-code'>,
): Promise<ResultOf<'use-sign-in-code'>> {
  throw new Error('not built yet')
}

export async function createSignInCode(_tx: Sql, _command: CommandOf<'create-sign-in-code'>): Promise<null> {
  throw new Error('not built yet')
}

export async function endSignIn(_tx: Sql, _command: CommandOf<'end-sign-in'>): Promise<null> {
  throw new Error('not built yet')
}
