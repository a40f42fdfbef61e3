import type { Clock } from '../../../ports/clock.ts'
import type { Store } from '../../../ports/store.ts'

// Deletes rows that have served their purpose. Each commit is short enough that incoming messages don't wait for it.

type Deps = { store: Pick<Store, 'write'>; clock: Clock }

const changesPerCommit = 1_000
const importsPerCommit = 500
/** Each is looked for in all versions of its channel's assistant. */
const picturesPerCommit = 5
const eventsPerCommit = 2_000
const deliveriesPerCommit = 1_000
/** A million event ids per run. The next run continues where this one stopped. */
const mostEventCommits = 500

/** Changes that are too old, or too many, for a reader to catch up from. */
export async function forgetChanges({ store, clock }: Deps, signal?: AbortSignal): Promise<void> {
  for (let after: number | null = 0; after !== null && !signal?.aborted; ) {
    const part: { after: number | null } = await store.write<'forget-changes'>({
      kind: 'forget-changes',
      at: clock(),
      limit: changesPerCommit,
      after,
    })
    after = part.after
  }
}

/** Rows staged by imports that ended, or that a crash interrupted. `givenUp`: an import of ours to end as well. */
export async function dropImports(
  { store, clock }: Deps,
  { signal, givenUp }: { signal?: AbortSignal; givenUp?: string } = {},
): Promise<void> {
  const given = givenUp === undefined ? {} : { givenUp }
  for (let more = true; more && !signal?.aborted; ) {
    const part = await store.write<'drop-imports'>({
      kind: 'drop-imports',
      at: clock(),
      limit: importsPerCommit,
      ...given,
    })
    more = part.more
  }
}

/** Ids of events that are too old to be delivered again. */
export async function forgetEvents({ store, clock }: Deps, signal?: AbortSignal): Promise<void> {
  for (let commits = 0; commits < mostEventCommits && !signal?.aborted; commits++) {
    const { more } = await store.write<'forget-events'>({ kind: 'forget-events', at: clock(), limit: eventsPerCommit })
    if (!more) return
  }
}

/** What webhooks sent, once it can't be sent again. */
export async function forgetDeliveries({ store, clock }: Deps, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && !signal?.aborted; ) {
    const part = await store.write<'forget-deliveries'>({
      kind: 'forget-deliveries',
      at: clock(),
      limit: deliveriesPerCommit,
    })
    more = part.more
  }
}

/** Pictures that no rule uses any more. */
export async function dropRulePictures({ store, clock }: Deps, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && !signal?.aborted; ) {
    const part = await store.write<'drop-rule-pictures'>({
      kind: 'drop-rule-pictures',
      at: clock(),
      limit: picturesPerCommit,
    })
    more = part.more
  }
}

/** Statistics of rules that were deleted too long ago to be brought back. */
export async function forgetRules({ store, clock }: Deps): Promise<void> {
  await store.write<'forget-rules'>({ kind: 'forget-rules', at: clock() })
}

export async function forgetSignIns({ store, clock }: Deps): Promise<void> {
  await store.write<'forget-sign-ins'>({ kind: 'forget-sign-ins', at: clock() })
}

const stickersPerCommit = 100

/** Pictures of stickers that only deleted channels used. */
export async function forgetStickers({ store }: Pick<Deps, 'store'>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const forgotten = await store.write<'forget-stickers'>({ kind: 'forget-stickers', limit: stickersPerCommit })
    if (forgotten < stickersPerCommit) return
  }
}
