import type { CallInput } from '@innkeeper/client'
import { followChecks as follow } from '@innkeeper/client/follow-checks'
import type { PlatformConnection } from '@innkeeper/contract'
import { NotReachedError, reach } from './client.ts'

export type Check = PlatformConnection['checks'][number]

/** Connects or checks a platform, and reports each check as soon as its result is known. */
export async function followChecks<Name extends 'connectPlatform' | 'checkPlatform'>(
  name: Name,
  input: CallInput<Name>,
  onCheck: (check: Check) => void,
): Promise<PlatformConnection> {
  try {
    return await follow({ baseUrl: '', fetch: reach }, name, input, onCheck)
  } catch (error) {
    // The connection broke off in the middle of the response.
    throw error instanceof TypeError ? new NotReachedError('No answer', { cause: error }) : error
  }
}
