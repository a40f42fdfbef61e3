import type { BodyOf, OperatorLog, Routes, ServiceSettingList } from '@innkeeper/contract'
import { invalid } from '../../domain/refusal.ts'
import { toTimestamp, toTimestampOrNull } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
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
  const { store, serviceSettings, secrets } = deps
  const wanted = new Map(changes.map(({ name, value }) => [name, value]))
  const saved = openAll(await store.listSettings(), secrets)
  const problem = serviceSettings.findProblem(saved, wanted)
  if (problem !== undefined) throw invalid(problem)
  await saveChanges(deps, grant, wanted)
  return await listServiceSettings(deps)
}

/** Changes that have been checked. Resolves when this node uses them, as far as it can. */
export async function saveChanges(
  { store, clock, serviceSettings, secrets }: Deps,
  grant: Grant,
  checked: ReadonlyMap<string, string | null>,
): Promise<void> {
  const known = new Map(serviceSettings.describe(new Map()).map((one) => [one.name, one]))
  const sealed = await Promise.all(
    [...checked].map(async ([name, value]) => {
      const isSealed = value !== null && known.get(name)?.isSecret === true
      return { name, value: isSealed ? await secrets.seal(name, value) : value, isSealed }
    }),
  )
  const actor = (await findOperatorOf(store, grant))?.name ?? grant.userId
  await store.write<'save-settings'>({
    kind: 'save-settings',
    by: grant.authority,
    at: clock(),
    actor,
    changes: sealed,
  })
  await serviceSettings.reread()
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
