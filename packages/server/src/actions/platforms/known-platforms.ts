import type { Overview, SignInWays } from '@innkeeper/contract'
import { type ClaimPolicy, policyIn } from '../../domain/channels/claim.ts'
import { nameOfPlatform } from '../../domain/platforms/platform-name.ts'
import type { Connector } from '../../ports/connector.ts'
import type { PlatformDescription } from '../../ports/platform-description.ts'
import type { PlatformSetup } from '../../ports/platform-setup.ts'

export type KnownPlatforms = {
  connectors: ReadonlyMap<string, Pick<Connector, 'description' | 'findSignInChat'>>
  platformSetups: ReadonlyMap<string, Pick<PlatformSetup, 'description'>>
}

/** As it is connected. If it isn't, as it usually is. Undefined for the platform of a store that came from elsewhere. */
function findDescription(
  { connectors, platformSetups }: KnownPlatforms,
  platform: string,
): PlatformDescription | undefined {
  return (connectors.get(platform) ?? platformSetups.get(platform))?.description
}

export function platformNames(known: KnownPlatforms, platform: string): { name: string; consoleName: string } {
  const { name = nameOfPlatform(platform), consoleName = name } = findDescription(known, platform) ?? {}
  return { name, consoleName }
}

/** Where the platform has a link that makes the bot send a link for signing in. */
export function listSignInChats(connectors: KnownPlatforms['connectors']): SignInWays['chats'] {
  return [...connectors.values()].flatMap(({ findSignInChat, description: { platform, name } }) => {
    const url = findSignInChat?.()
    return url === undefined ? [] : [{ platform, name, url }]
  })
}

/** Of these channels, and those that are connected. */
export function describePlatforms(
  known: KnownPlatforms & { claim: ClaimPolicy },
  ofChannels: Iterable<string>,
): Overview['platforms'] {
  const platforms = new Set([...known.connectors.keys(), ...ofChannels])
  return [...platforms].flatMap((platform) => {
    const description = findDescription(known, platform)
    if (!description) return []
    const { name, badge, abilities } = description
    return [
      {
        platform,
        name,
        badge,
        isConnected: known.connectors.has(platform),
        decidesOwners: policyIn(known.claim, abilities) === 'platform',
        abilities,
      },
    ]
  })
}
