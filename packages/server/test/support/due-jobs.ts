import type { JobKind } from '../../src/domain/jobs/job.ts'
import type { Store } from '../../src/ports/store.ts'

/** Whether a claim at this time would find a job of these kinds, or of any kind. */
export async function hasDueJobs(
  store: Pick<Store, 'listDueKinds'>,
  at: number,
  kinds?: readonly JobKind[],
): Promise<boolean> {
  const due = await store.listDueKinds(at)
  return due.some((kind) => kinds?.includes(kind) ?? true)
}
