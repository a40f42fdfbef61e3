import { formatSize } from '../../domain/notifications/alerts/describe-finding.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Media } from '../../ports/storage/blob-store.ts'
import type { Store } from '../../ports/store.ts'

/** Whether the service can handle requests, and what needs attention soon. */
export type Readiness = {
  findProblem(): Promise<string | undefined>
  warnings(): string[]
  noteStopping(): void
  noteDisk(disk: { freeBytes: number; totalBytes: number }): void
}

const gib = 1024 ** 3
/** Below this the operator is warned, with enough time to free some space before writes fail. */
const leastFreeBytes = 2 * gib
const leastFreeShare = 0.05

export function isDiskLow({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }): boolean {
  return freeBytes < Math.min(leastFreeBytes, totalBytes / 2) || freeBytes / totalBytes < leastFreeShare
}

type Deps = {
  store: Store
  media?: Pick<Media, 'findTrouble'>
  late?: { warnings(): string[] }
  certificates?: { warnings(): string[] }
  /** Of a node that shares the store with others. */
  pulse?: { findProblem(): Promise<string | undefined>; warnings(): string[] } | undefined
}

export function createReadiness({ store, media, late, certificates, pulse }: Deps): Readiness {
  let isStopping = false
  let disk: { freeBytes: number; totalBytes: number } | undefined
  return {
    async findProblem() {
      if (isStopping) return 'the service is stopping'
      try {
        await store.ping()
        return await pulse?.findProblem()
      } catch (error) {
        return error instanceof Refusal && error.detail ? error.detail : 'the store does not answer'
      }
    },
    warnings() {
      const trouble = media?.findTrouble()
      return [
        ...(pulse?.warnings() ?? []),
        ...(late?.warnings() ?? []),
        ...(certificates?.warnings() ?? []),
        ...(disk && isDiskLow(disk) ? [`The disk is nearly full: ${formatSize(disk.freeBytes)} left`] : []),
        ...(trouble === undefined
          ? []
          : [`The media store does not respond properly (${trouble}). Files wait until it does, and none are lost`]),
      ]
    },
    noteStopping() {
      isStopping = true
    },
    noteDisk(next) {
      disk = next
    },
  }
}
