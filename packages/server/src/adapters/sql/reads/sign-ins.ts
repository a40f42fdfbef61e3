import type { SignInRecord } from '../../../ports/reading.ts'
import type { Reader } from '../sql.ts'

export async function listSignInsOf(_sql: Reader, _userId: string): Promise<SignInRecord[]> {
  throw new Error('not built yet')
}
