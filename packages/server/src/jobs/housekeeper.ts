import type { Logger } from 'pino'
import type { FileKeeper } from '../actions/media/file-keeper.ts'
import { type FormerValueDeps, forgetFormerValues } from '../actions/platforms/forget-former-values.ts'
import { continueErasures, type ErasureDeps } from '../actions/storage/housekeeping/continue-erasures.ts'
import { deleteExpired } from '../actions/storage/housekeeping/delete-expired.ts'
import {
  dropImports,
  dropRulePictures,
  forgetChanges,
  forgetDeliveries,
  forgetEvents,
  forgetRules,
  forgetSignIns,
  forgetStickers,
} from '../actions/storage/housekeeping/delete-stale.ts'
import { measureChannels } from '../actions/storage/housekeeping/measure-channels.ts'
import { planAdmins } from '../actions/storage/housekeeping/plan-admins.ts'
import { planChecks } from '../actions/storage/housekeeping/plan-checks.ts'
import { sweepFiles, sweepOrphans } from '../actions/storage/housekeeping/sweep-files.ts'
import { thinVersions } from '../actions/storage/housekeeping/thin-versions.ts'
import { createLedgerWriter, writeLedger } from '../actions/storage/housekeeping/write-ledger.ts'
import { checkEveryMs } from '../domain/members/membership-check.ts'
import type { BlobStore } from '../ports/storage/blob-store.ts'
import type { MeasureChannels } from '../ports/storage/figures.ts'
import type { Nodes } from '../ports/storage/nodes.ts'

export type HousekeeperOptions = ErasureDeps &
  FormerValueDeps & {
    files: FileKeeper
    blobs: BlobStore
    retentionCeilingDays: number | null
    measure: MeasureChannels
    log: Pick<Logger, 'info' | 'warn'>
  }

/** Runs the housekeeping: what no one can see any more is also removed from the disk. */
export type Housekeeper = {
  /** Ends the current work, and removes what was released last. */
  stop(): Promise<void>
}

const sweepEveryMs = 1_000
/** Stopping takes at most ten seconds in total, and a bucket that doesn't respond would take more. The next start continues. */
const longestLastSweepMs = 2_000
const deleteEveryMs = 60_000
const forgetChangesEveryMs = 30 * 60_000
/** Not during the start. */
const firstForgetEventsMs = 10 * 60_000
const forgetEventsEveryMs = 60 * 60_000
const dropPicturesEveryMs = 60 * 60_000
const forgetRulesEveryMs = 60 * 60_000
const forgetSignInsEveryMs = 60 * 60_000
const forgetFormerValuesEveryMs = 10 * 60_000
const extendLedgerEveryMs = 5_000
/** After a channel was deleted. */
const forgetStickersEveryMs = 10 * 60_000
const planChecksEveryMs = 60 * 60_000
/** Chats are asked one after the other, so not all at the moment of the start. */
const firstPlanAdminsMs = 30_000
const planAdminsEveryMs = 24 * 60 * 60_000
const dropImportsEveryMs = 60_000
const thinVersionsEveryMs = 60 * 60_000
/** Scans all messages, so not during the start. */
const firstMeasureMs = 5 * 60_000
const measureEveryMs = 60 * 60_000
const writeLedgerEveryMs = 60 * 60_000
/** Partitions are created months ahead, so this is not urgent. */
const maintainEveryMs = 10 * 60_000
const lookForOrphansEveryMs = 6 * 60 * 60_000
/** Soon after the start, when files left by a crash are old enough. */
const firstLookForOrphansMs = 2 * 60_000

export function startHousekeeper(options: HousekeeperOptions): Housekeeper {
  const { log, store } = options
  const { nodes } = store
  const extendLedger = createLedgerWriter(options)
  const dropUnfinished = () => options.blobs.dropUnfinished()
  const chores: Chore[] = [
    {
      name: 'files that nothing refers to',
      everyMs: sweepEveryMs,
      work: (signal) => unlessStopped(sweepFiles(options), signal),
    },
    { name: 'erasures', everyMs: sweepEveryMs, work: () => continueErasures(options) },
    { name: 'new entries of the ledger', everyMs: extendLedgerEveryMs, work: extendLedger },
    // For snapshots that could not be reached when something was erased.
    { name: 'the whole ledger', everyMs: writeLedgerEveryMs, work: () => writeLedger(options) },
    {
      name: 'expired messages (retention)',
      everyMs: deleteEveryMs,
      isOncePerCluster: true,
      work: (signal) => deleteExpired(options, signal),
    },
    {
      name: 'old change records',
      everyMs: forgetChangesEveryMs,
      isOncePerCluster: true,
      work: (signal) => forgetChanges(options, signal),
    },
    {
      name: 'old event ids',
      firstMs: firstForgetEventsMs,
      everyMs: forgetEventsEveryMs,
      isOncePerCluster: true,
      work: (signal) => forgetEvents(options, signal),
    },
    {
      name: 'old webhook events',
      firstMs: firstForgetEventsMs,
      everyMs: forgetEventsEveryMs,
      isOncePerCluster: true,
      work: (signal) => forgetDeliveries(options, signal),
    },
    {
      name: 'imports that ended',
      everyMs: dropImportsEveryMs,
      isOncePerCluster: true,
      work: (signal) => dropImports(options, { signal }),
    },
    {
      name: 'old versions of assistants',
      everyMs: thinVersionsEveryMs,
      isOncePerCluster: true,
      work: (signal) => thinVersions(options, signal),
    },
    {
      name: 'what channels store',
      firstMs: firstMeasureMs,
      everyMs: measureEveryMs,
      isOncePerCluster: true,
      work: (signal) => measureChannels(options, signal),
    },
    {
      name: 'sign-ins that ended',
      firstMs: forgetSignInsEveryMs,
      everyMs: forgetSignInsEveryMs,
      isOncePerCluster: true,
      work: () => forgetSignIns(options),
    },
    {
      name: 'secrets that were replaced a while ago',
      everyMs: forgetFormerValuesEveryMs,
      isOncePerCluster: true,
      work: () => forgetFormerValues(options),
    },
    {
      name: 'stickers that no channel used',
      firstMs: forgetStickersEveryMs,
      everyMs: forgetStickersEveryMs,
      isOncePerCluster: true,
      work: (signal) => forgetStickers(options, signal),
    },
    {
      name: 'pictures that no rule uses',
      firstMs: dropPicturesEveryMs,
      everyMs: dropPicturesEveryMs,
      isOncePerCluster: true,
      work: (signal) => dropRulePictures(options, signal),
    },
    {
      name: 'deleted rules',
      firstMs: forgetRulesEveryMs,
      everyMs: forgetRulesEveryMs,
      isOncePerCluster: true,
      work: () => forgetRules(options),
    },
    {
      name: 'owners and admins to look up',
      firstMs: firstPlanAdminsMs,
      everyMs: planAdminsEveryMs,
      isOncePerCluster: true,
      work: (signal) => planAdmins(options, signal),
    },
    { name: 'memberships to check', everyMs: planChecksEveryMs, work: checkMemberships(options) },
    { name: 'unfinished files', firstMs: firstLookForOrphansMs, everyMs: lookForOrphansEveryMs, work: dropUnfinished },
    {
      name: 'files left behind',
      firstMs: firstLookForOrphansMs,
      everyMs: lookForOrphansEveryMs,
      isOncePerCluster: true,
      work: (signal) => unlessStopped(sweepOrphans(options, signal), signal),
    },
  ]
  if (nodes) {
    const maintain = () => nodes.maintainPartitions(options.clock(), options.retentionCeilingDays)
    chores.push({ name: 'partitions', everyMs: maintainEveryMs, isOncePerCluster: true, work: maintain })
  }
  const stopping = new AbortController()
  const rounds = chores.map((chore) => runRepeatedly(onOneNode(chore, nodes), stopping.signal, log))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(rounds)
      await unlessStopped(sweepFiles(options), stopping.signal)
      await unlessStopped(extendLedger(), stopping.signal)
    },
  }
}

/** The first time for everyone: while nothing ran, leave events were missed. */
function checkMemberships(options: HousekeeperOptions): Chore['work'] {
  let isFirst = true
  return async (signal) => {
    const now = options.clock()
    await planChecks(options, isFirst ? now : now - checkEveryMs, signal)
    isFirst = false
  }
}

/** Stopping waits for this work only this long; later results are ignored. */
async function unlessStopped(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  const onStop = () => {
    timer = setTimeout(resolve, longestLastSweepMs)
  }
  if (signal.aborted) onStop()
  else signal.addEventListener('abort', onStop, { once: true })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onStop)
  }
}

type Chore = {
  name: string
  firstMs?: number
  everyMs: number
  /** If several nodes share the store, one of them does it for all, the first that asks. */
  isOncePerCluster?: true
  work(signal: AbortSignal): Promise<unknown>
}

function onOneNode(chore: Chore, nodes: Nodes | undefined): Chore {
  const { name, everyMs, isOncePerCluster, work } = chore
  if (!nodes || !isOncePerCluster) return chore
  return {
    ...chore,
    work: async (signal) => ((await nodes.claimRound(name, everyMs)) ? await work(signal) : undefined),
  }
}

async function runRepeatedly(
  { name, firstMs = 0, everyMs, work }: Chore,
  signal: AbortSignal,
  log: HousekeeperOptions['log'],
): Promise<void> {
  let isFailing = false
  await pause(firstMs, signal)
  while (!signal.aborted) {
    try {
      await work(signal)
      isFailing = false
    } catch (err) {
      // For example a full disk. Logged once; it is retried anyway.
      if (!isFailing && !signal.aborted) log.warn({ err, chore: name }, 'housekeeping failed; will retry')
      isFailing = true
    }
    await pause(everyMs, signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    timer.unref()
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
