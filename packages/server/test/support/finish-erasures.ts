import type { Store } from '../../src/ports/store.ts'
import { until } from './eventually.ts'

/** Does what the housekeeper would do, until no erasure is open. */
export async function finishErasures(store: Store, at: number, limit = 50): Promise<void> {
  const isFinished = async () => {
    if (!(await store.hasOpenErasures())) return true
    await store.write<'continue-erasure'>({ kind: 'continue-erasure', at, limit })
    return false
  }
  await until(isFinished, 'every erasure ends', { everyMs: 0 })
}
