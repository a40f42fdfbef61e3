import { openErasureLedger } from '../adapters/fs/erasure-ledger.ts'
import { findOpenMode } from '../adapters/fs/private-folder.ts'
import { findAddress } from '../adapters/fs/service-address.ts'
import { listSnapshots } from '../adapters/fs/snapshots/known-snapshots.ts'
import { lockDataDir } from '../adapters/sqlite/serve-lock.ts'
import type { CliDeps } from '../cli/cli-deps.ts'
import { recentGapsMs } from '../domain/messages/ledger/known-gap.ts'
import { DatabaseProblem, MediaProblem, PlaceProblem } from '../domain/storage/data-folder.ts'
import { findLastSnapshotAt } from './storage/last-snapshot.ts'
import { examineMedia, openMedia } from './storage/open-media.ts'
import { hasStore, inspectStore, openCommandStore, storeLocation, withReadOnlyStore } from './storage/open-store.ts'
import { examineCertificate } from './storage/own-certificate.ts'

/**
 * The dependencies of the commands. What only some of them need is loaded on use, because loading the whole service takes
 * longer than most commands.
 */
export function createCliDeps(environment: NodeJS.ProcessEnv): CliDeps {
  return {
    environment,
    async startService(config, options) {
      const { startService } = await import('./start-service.ts')
      const { flags = {}, saved, ...rest } = options ?? {}
      return await startService(config, { ...rest, given: { environment, flags }, ...(saved && { saved }) })
    },
    async readFullConfig(flags) {
      const { readFullConfig } = await import('./storage/saved-settings.ts')
      return await readFullConfig(environment, flags)
    },
    async rotateSecrets(config, store) {
      const { rotateSecrets } = await import('./storage/secret-box.ts')
      return await rotateSecrets(config, store)
    },
    async findSecretKey(config) {
      const { findSecretKey } = await import('./storage/secret-box.ts')
      return findSecretKey(config)
    },
    openStore: (config) => openCommandStore(storeLocation(config)),
    openMedia,
    examineMedia,
    hasStore,
    findAddress: ({ dataDir }) => findAddress(dataDir),
    findOpenMode,
    listSnapshots: ({ dataDir }) => listSnapshots(dataDir),
    findLastSnapshotAt: (config) => findLastSnapshotAt(storeLocation(config)),
    lockFolder: lockDataDir,
    inspectStore: (config) => inspectStore(storeLocation(config)),
    readBacklog: (config) =>
      withReadOnlyStore(storeLocation(config), async (reads) => ({
        backlog: await reads.getBacklog(),
        buried: await reads.listBuriedJobs(100),
        unread: await reads.listUnreadEvents(1000),
        ledger: await reads.getLedgerState(),
        connections: await reads.listConnections(),
        serviceSpans: await reads.listServiceSpans(),
        absences: await reads.listAbsences(null, Date.now() - recentGapsMs),
        mediaPlace: await reads.findMediaPlace(),
        clockAheadMs: aheadOf(await reads.readServerTime()),
      })),
    async readFailedDeliveries(text) {
      const { readErrorReport } = await import('../adapters/line/error-report.ts')
      const { lineDescription } = await import('../adapters/line/description.ts')
      return { platform: lineDescription.platform, ...readErrorReport(text) }
    },
    async createConnectors(config) {
      const { createConnectors } = await import('./connectors.ts')
      return createConnectors(config, Date.now)
    },
    async createPlatformSetups(config) {
      const { createPlatformSetups } = await import('./connectors.ts')
      return createPlatformSetups(config, Date.now)
    },
    async createModel(config) {
      const { createModel } = await import('./connectors.ts')
      return createModel(config)
    },
    examineCertificate: (config) => examineCertificate(config, Date.now()),
    openLedger: ({ dataDir }) => openErasureLedger(dataDir),
    async purgeDeleted(config, blobs) {
      const { purgeDeleted } = await import('./storage/purge-deleted.ts')
      return await purgeDeleted(config, blobs)
    },
    loadSnapshots: async () => (await import('./storage/snapshots.ts')).snapshots,
    loadMigration: async () => (await import('./storage/migration.ts')).migration,
    loadExports: async () => (await import('./storage/exports.ts')).exports,
    createHistoryReader: async (config, blobs) =>
      (await import('./threads/history-reader.ts')).createHistoryThreads(() => config, blobs),
    isStoreProblem: (error) =>
      error instanceof DatabaseProblem || error instanceof MediaProblem || error instanceof PlaceProblem,
  }
}

function aheadOf(serverAt: number | undefined): number {
  return serverAt === undefined ? 0 : Date.now() - serverAt
}
