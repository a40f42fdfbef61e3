import type { Store } from '../../../ports/store.ts'

/** Per commit, which is short enough that incoming messages don't wait for it. */
const mostAtOnce = 200

/** Brings the versions of all assistants within their limits. */
export async function thinVersions({ store }: { store: Pick<Store, 'write'> }, signal?: AbortSignal): Promise<void> {
  for (let after: number | null = 0; after !== null && !signal?.aborted; ) {
    const part: { after: number | null } = await store.write<'thin-versions'>({
      kind: 'thin-versions',
      of: { after },
      limit: mostAtOnce,
    })
    after = part.after
  }
}

/** Thousands of edits. If an older release left more, the housekeeper continues. */
const mostSteps = 100

/** The same for one channel. */
export async function thinVersionsOf({ store }: { store: Pick<Store, 'write'> }, channelId: string): Promise<void> {
  for (let steps = 0; steps < mostSteps; steps++) {
    const { after } = await store.write<'thin-versions'>({
      kind: 'thin-versions',
      of: { channelId },
      limit: mostAtOnce,
    })
    if (after === null) return
  }
}
