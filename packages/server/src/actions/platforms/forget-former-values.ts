import type { Clock } from '../../ports/clock.ts'
import type { PlatformSetup } from '../../ports/platform-setup.ts'
import type { Store } from '../../ports/store.ts'

export type FormerValueDeps = {
  store: Pick<Store, 'listSettings' | 'write'>
  clock: Clock
  platformSetups: ReadonlyMap<string, PlatformSetup>
}

/** By then a platform has given up on deliveries that it signed with the former secret. */
const formerLifeMs = 24 * 60 * 60_000

/**
 * Removes former secrets that were kept when the setup page replaced them. One that an operator entered on its own, or changed since,
 * stays: it was not saved together with the new one.
 */
export async function forgetFormerValues({ store, clock, platformSetups }: FormerValueDeps): Promise<void> {
  const at = clock()
  const changedAt = new Map((await store.listSettings()).map((one) => [one.name, one.changedAt]))
  const expired = [...platformSetups.values()].flatMap(({ fields }) =>
    fields.flatMap(({ name, formerIn }) => {
      const keptAt = formerIn && changedAt.get(formerIn)
      return formerIn && keptAt && keptAt === changedAt.get(name) && keptAt <= at - formerLifeMs ? [formerIn] : []
    }),
  )
  if (expired.length === 0) return
  await store.write<'save-settings'>({
    kind: 'save-settings',
    by: { kind: 'operator' },
    at,
    actor: 'housekeeping',
    changes: expired.map((name) => ({ name, value: null, isSealed: false })),
  })
}
