import type { AnswerOf, Routes } from '@innkeeper/contract'
import type { Store } from '../../ports/store.ts'
import type { Grant } from '../access.ts'
import type { Pictures } from '../media/pictures.ts'
import { type KnownPlatforms, platformNames } from '../platforms/known-platforms.ts'
import { findOperatorOf } from './operator-account.ts'

type Deps = KnownPlatforms & { store: Store; pictures: Pictures }

/** Who the browser is signed in as. `current` acts in this request; the others only say who they are. */
export async function listAccounts(
  deps: Deps,
  current: Grant,
  all: readonly Grant[],
): Promise<AnswerOf<Routes['listAccounts']>> {
  const { store, pictures } = deps
  const describe = async (grant: Grant) => {
    const [profile, operator] = await Promise.all([store.getProfile(grant.userId), findOperatorOf(store, grant)])
    return {
      userId: grant.userId,
      displayName: profile.displayName ?? operator?.name ?? grant.userId,
      pictureUrl: pictures.urlOf(grant.userId, profile.picture),
      platform: profile.platform,
      platformName: profile.platform === null ? null : platformNames(deps, profile.platform).name,
      scope: grant.key.scope,
      isOperator: grant.key.isOperator,
      current: grant.key.id === current.key.id,
    }
  }
  return { accounts: await Promise.all(all.map(describe)) }
}
