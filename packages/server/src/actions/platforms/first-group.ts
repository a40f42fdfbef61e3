import type { ArrivalList, ClaimCommand } from '@innkeeper/contract'
import { createClaimCode, hashClaimCode } from '../../domain/channels/claim.ts'
import { invalid } from '../../domain/refusal.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { Grant } from '../access.ts'

type Deps = { store: Store; clock: Clock }

const mostArrivals = 20
const commandLifeMs = 60 * 60_000

/** When the bot joined chats. Without names: operators have no access to chats. */
export async function listArrivals({ store }: Deps): Promise<ArrivalList> {
  const arrivals = await store.listArrivals({ limit: mostArrivals })
  return { arrivals: arrivals.map(({ arrivedAt, ...one }) => ({ ...one, arrivedAt: toTimestamp(arrivedAt) })) }
}

/** The person who sends it in a group becomes its owner and is linked to this operator account. */
export async function createClaimCommand({ store, clock }: Deps, grant: Grant): Promise<ClaimCommand> {
  const { operatorId } = grant.key
  if (operatorId === null) {
    throw invalid('This is not the sign-in of an operator account. Sign in with your name and passphrase')
  }
  const code = createClaimCode()
  const at = clock()
  const expiresAt = at + commandLifeMs
  await store.write<'create-claim-code'>({
    kind: 'create-claim-code',
    by: grant.authority,
    at,
    hash: hashClaimCode(code),
    expiresAt,
    channelId: null,
    operatorId,
  })
  return { command: `/claim ${code}`, expiresAt: toTimestamp(expiresAt) }
}
