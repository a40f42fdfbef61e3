import type { Clock } from '../../../ports/clock.ts'
import type { Store } from '../../../ports/store.ts'

export async function forgetSignIns({ store, clock }: { store: Store; clock: Clock }): Promise<void> {
  await store.write<'forget-sign-ins'>({ kind: 'forget-sign-ins', at: clock() })
}
