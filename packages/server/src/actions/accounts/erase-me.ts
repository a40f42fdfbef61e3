import { setTimeout as pause } from 'node:timers/promises'
import type { BodyOf, Routes, SelfErasureReceipt } from '@innkeeper/contract'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { Grant } from '../access.ts'

type Deps = { store: Store; clock: Clock }

const lookEveryMs = 100
/** Enough for most people. Those who wrote in very large channels get the counts so far. */
const mostLooks = 150

/**
 * The person has no name, role or key when the command is committed, so this is the only response that can say what was erased. The
 * housekeeper erases the messages; this only waits for it.
 */
export async function eraseMe(
  { store, clock }: Deps,
  grant: Grant,
  { confirm }: BodyOf<Routes['eraseMe']>,
): Promise<SelfErasureReceipt> {
  const { erasureId } = await store.write<'erase-self'>({
    kind: 'erase-self',
    by: grant.authority,
    at: clock(),
    confirm,
  })
  for (let looks = 1; ; looks++) {
    const { isFinished, erased } = await store.getErasure(erasureId)
    if (isFinished || looks >= mostLooks) return { isFinished, ...erased }
    await pause(lookEveryMs)
  }
}
