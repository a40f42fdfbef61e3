import type { AnswerOf, Routes } from '@innkeeper/contract'
import type { SignInPlatform } from '../../ports/sign-in-platform.ts'
import type { Store } from '../../ports/store.ts'
import type { Grant } from '../access.ts'
import type { Pictures } from '../media/pictures.ts'
import { findOperatorOf } from './operator-account.ts'

type Deps = { store: Store; pictures: Pictures; signInPlatforms: ReadonlyMap<string, Pick<SignInPlatform, 'name'>> }

/** Who the browser is signed in as. `current` acts in this request; the others only say who they are. */
export async function listAccounts(
  { store, pictures, signInPlatforms }: Deps,
  current: Grant,
  all: readonly Grant[],
): Promise<AnswerOf<Routes['listAccounts']>> {
  const platformNameOf = (platform: string | null) =>
    platform === null ? null : (signInPlatforms.get(platform)?.name ?? platform)
  const describe = async (grant: Grant) => {
    const [profile, operator] = await Promise.all([store.getProfile(grant.userId), findOperatorOf(store, grant)])
    return {
      userId: grant.userId,
      displayName: profile.displayName ?? operator?.name ?? grant.userId,
      pictureUrl: pictures.urlOf(grant.userId, profile.picture),
      platform: profile.platform,
      platformName: platformNameOf(profile.platform),
      scope: grant.key.scope,
      isOperator: grant.key.isOperator,
      current: grant.key.id === current.key.id,
    }
  }
  return { accounts: await Promise.all(all.map(describe)) }
}
