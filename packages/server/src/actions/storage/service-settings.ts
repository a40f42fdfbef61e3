import type { BodyOf, OperatorLog, Routes, ServiceSettingList } from '@innkeeper/contract'
import { invalid, Refusal } from '../../domain/refusal.ts'
import { toTimestamp, toTimestampOrNull } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CommandOf, ResultOf } from '../../ports/commands.ts'
import type { SecretBox, ServiceSettings } from '../../ports/service-settings.ts'
import type { Store } from '../../ports/store.ts'
import type { Grant } from '../access.ts'
import { findOperatorOf } from '../accounts/operator-account.ts'

type Deps = { store: Store; clock: Clock; serviceSettings: ServiceSettings; secrets: SecretBox }

export async function listServiceSettings({ store, serviceSettings, secrets }: Deps): Promise<ServiceSettingList> {
  const stored = await store.listSettings()
  const byName = new Map(stored.map((one) => [one.name, one]))
  const inUse = serviceSettings.inUse()
  const saved = openAll(stored, secrets)
  const settings = serviceSettings.describe(saved).map((one) => {
    const record = byName.get(one.name)
    return {
      ...one,
      changedAt: toTimestampOrNull(record?.changedAt ?? null),
      changedBy: record?.changedBy ?? null,
      // The key that opens it is missing on this node.
      isUnreadable: record !== undefined && !saved.has(one.name),
      needsRestart: saved.get(one.name) !== inUse.get(one.name),
    }
  })
  return { settings, needsRestart: settings.some(({ needsRestart }) => needsRestart) }
}

/** All or none. This node uses them at once as far as possible, other nodes a moment later, and the rest at the next start. */
export async function saveServiceSettings(
  deps: Deps,
  grant: Grant,
  { changes }: BodyOf<Routes['saveServiceSettings']>,
): Promise<ServiceSettingList> {
  await saveChanges(deps, grant, new Map(changes.map(({ name, value }) => [name, value])))
  return await listServiceSettings(deps)
}

/** Of these, one is enough unless several people save at the same moment. */
const mostTries = 20

/**
 * Resolves when this node uses the changes, as far as it can. Settings depend on each other, so they are checked with what is stored,
 * and checked again if someone else saves meanwhile, on whatever node. `account`: the platform
 * account that they are for. `disconnected`: the platform that they disconnect.
 */
export async function saveChanges(
  { store, clock, serviceSettings, secrets }: Deps,
  grant: Grant,
  changes: ReadonlyMap<string, string | null>,
  { account = null, disconnected }: Pick<CommandOf<'save-settings'>, 'account' | 'disconnected'> = {},
): Promise<void> {
  const actor = (await findOperatorOf(store, grant))?.name ?? grant.userId
  const known = new Map(serviceSettings.describe(new Map()).map((one) => [one.name, one]))
  const sealChange = async (name: string, value: string | null) => {
    const isSealed = value !== null && known.get(name)?.isSecret === true
    return { name, value: isSealed ? await secrets.seal(name, value) : value, isSealed }
  }
  let outcome: ResultOf<'save-settings'> = 'changed'
  for (let tries = 0; outcome !== 'saved' && tries < mostTries; tries++) {
    const stored = await store.listSettings()
    const saved = openAll(stored, secrets)
    const problem = serviceSettings.findProblem(saved, changes)
    if (problem !== undefined) {
      // A secret that can't be opened seems to be missing.
      const isAnyClosed = stored.some(({ name }) => known.has(name) && !saved.has(name))
      throw isAnyClosed ? keyReplaced() : invalid(problem)
    }
    outcome = await store.write<'save-settings'>({
      kind: 'save-settings',
      by: grant.authority,
      at: clock(),
      actor,
      changes: await Promise.all([...changes].map(([name, value]) => sealChange(name, value))),
      basis: stored.map(({ name, value }) => ({ name, value })),
      account,
      disconnected,
    })
  }
  if (outcome === 'changed')
    throw new Refusal('unavailable', 'others keep changing the settings; try again in a moment')
  if (outcome === 'key-replaced') throw keyReplaced()
  await serviceSettings.reread()
}

/** The file is read each time, so this is about the setting, which a process reads when it starts. */
export function keyReplaced(): Refusal {
  return new Refusal(
    'unavailable',
    'the saved secrets are encrypted with another key than that of this node. Set INNKEEPER_SECRET_KEY to that key, and restart the node',
  )
}

/** Without those that can't be opened. */
export function openAll(
  stored: readonly { name: string; value: string; isSealed: boolean }[],
  secrets: Pick<SecretBox, 'open'>,
): Map<string, string> {
  return new Map(
    stored.flatMap(({ name, value, isSealed }) => {
      const text = isSealed ? secrets.open(name, value) : value
      return text === undefined ? [] : [[name, text] as const]
    }),
  )
}

const mostLogged = 200

/** What operators did, newest first. */
export async function listOperatorLog({ store }: Pick<Deps, 'store'>): Promise<OperatorLog> {
  const entries = await store.listOperatorLog(mostLogged)
  return { entries: entries.map(({ at, actor, action, subject }) => ({ at: toTimestamp(at), actor, action, subject })) }
}
