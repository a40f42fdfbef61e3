import { setTimeout as pause } from 'node:timers/promises'
import type { Erased } from '../../../domain/storage/erasure.ts'
import { continueErasures, type ErasureDeps } from './continue-erasures.ts'

/** For the operator. A running service may do a part of it; it is complete when this returns. */
export async function erasePerson(
  deps: ErasureDeps,
  { userId, channelId }: { userId: string; channelId: string | null },
): Promise<Erased> {
  const { store, clock } = deps
  const { erasureId } = await store.write<'erase-person'>({
    kind: 'erase-person',
    by: { kind: 'operator' },
    at: clock(),
    userId,
    channelId,
  })
  for (;;) {
    await continueErasures(deps)
    const { isFinished, erased } = await store.getErasure(erasureId)
    if (isFinished) return erased
    await pause(100)
  }
}
