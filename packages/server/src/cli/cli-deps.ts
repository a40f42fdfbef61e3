import type { Command } from 'commander'
import type { PartRenderers } from '../actions/messages/export/export-folder.ts'
import type { Unlocking } from '../actions/storage/snapshot/place/place-encryption.ts'
import type { SnapshotPlan } from '../actions/storage/snapshot/runs/snapshot-status.ts'
import type { Examiner } from '../actions/storage/snapshot/verify-snapshot.ts'
import { type Config, type Flags, readConfig, type Saved, UsageProblem } from '../config/config.ts'
import type { CertificateStatus } from '../domain/certificates/certificate-status.ts'
import type { ExportWish } from '../domain/messages/export/manifest.ts'
import type { FailedDelivery } from '../domain/messages/ledger/failed-delivery.ts'
import type { ServiceSpan } from '../domain/messages/ledger/heartbeat.ts'
import type { KnownGap } from '../domain/messages/ledger/known-gap.ts'
import type { SnapshotOutcome, SnapshotTarget } from '../domain/storage/snapshots/snapshot-run.ts'
import type { Clock } from '../ports/clock.ts'
import type { Connector } from '../ports/connector.ts'
import type { ExportReader, OpenExportFolder } from '../ports/export-sink.ts'
import type { HistoryReader } from '../ports/history-reader.ts'
import type { LanguageModel } from '../ports/language-model.ts'
import type { PlatformSetup } from '../ports/platform-setup.ts'
import type { RealService } from '../ports/real-service.ts'
import type { Backlog, BuriedJob, LedgerState } from '../ports/records.ts'
import type { BlobOwner, BlobStore, Media } from '../ports/storage/blob-store.ts'
import type { ErasureLedger, LedgerPieces } from '../ports/storage/erasure-ledger.ts'
import type { MigrationSource, MigrationTarget, Mover } from '../ports/storage/migration.ts'
import type {
  KnownSnapshot,
  ReportProgress,
  RestoreDraft,
  RollbackDraft,
  SnapshotDraft,
  SnapshotReader,
  SnapshotSource,
  UpgradeCopy,
} from '../ports/storage/snapshot.ts'
import type { SnapshotPlace } from '../ports/storage/snapshot-place.ts'
import type { DoSnapshotWork } from '../ports/storage/snapshot-work.ts'
import type { Store } from '../ports/store.ts'
import { demoFolderIn } from './demo/demo-folder.ts'

/** `failed` resolves with the reason if the service has to stop. */
type StartedService = {
  url: string
  failed: Promise<Error>
  /** The link that creates the operator account; undefined if there is one. */
  setupLink: string | undefined
  stop(): Promise<void>
}

/** `flags` and `saved`: where the settings come from, for the page that shows them. */
type StartOptions = { clock?: Clock; flags?: Flags; saved?: Saved; realService?: RealService | undefined }

/** What the commands need from the wiring. */
export type CliDeps = {
  environment: Record<string, string | undefined>
  startService(config: Config, options?: StartOptions): Promise<StartedService>
  /** With what was saved in the browser. Throws a DatabaseProblem if a secret can't be opened. */
  readFullConfig(flags: Flags): Promise<{ config: Config; saved: Saved; hasOperator: boolean }>
  /** Encrypts all saved secrets with a new key, and returns how many. */
  rotateSecrets(config: Config, store: Store): Promise<number>
  /** The file with the key of saved secrets, which no snapshot contains. Undefined if there is none. */
  findSecretKey(config: Config): Promise<string | undefined>
  openStore(config: Config): Promise<Store>
  /** The caller closes it. */
  openMedia(config: Config, owner: BlobOwner): Promise<Media>
  /** Tries every operation on files. False if the media store doesn't respond now; throws a MediaProblem if it can't be used. */
  examineMedia(config: Config): Promise<boolean>
  /** Whether there is a database in the data folder, whatever its state. */
  hasStore(config: Config): boolean
  /** The address of the service that runs on the data folder, if one does. */
  findAddress(config: Config): string | undefined
  /** Undefined if only its owner can access the folder or file, or if it doesn't exist. */
  findOpenMode(path: string): { mode: string; canClose: boolean } | undefined
  /** All snapshots made of the data folder, whether or not they still exist. */
  listSnapshots(config: Config): Promise<KnownSnapshot[]>
  /** When the newest snapshot was made, wherever it is. Undefined if there is none. */
  findLastSnapshotAt(config: Config): Promise<number | undefined>
  /** Throws a DatabaseProblem while another process has a lock of the same name in the folder. */
  lockFolder(folder: string, name: string): { release(): void }
  /** Read-only. Throws a DatabaseProblem if the database is damaged, not ours or too new. */
  inspectStore(config: Config): Promise<'absent' | 'sound'>
  /** Writes nothing to the folder. Undefined if there is no database yet, or an older one. */
  readBacklog(config: Config): Promise<Inside | undefined>
  /** Reads a platform's own list of failed deliveries, as its console offers it. `unread`: the numbers of other lines. */
  readFailedDeliveries(text: string): Promise<{ platform: string; rows: FailedDelivery[]; unread: number[] }>
  /** The platforms that are configured. */
  createConnectors(config: Config): Promise<Connector[]>
  /** How each platform is set up, whether or not it is. */
  createPlatformSetups(config: Config): Promise<PlatformSetup[]>
  /** Undefined if none is configured. */
  createModel(config: Config): Promise<LanguageModel | undefined>
  /** The certificate that the service gets itself. Undefined if it doesn't. Creates nothing. */
  examineCertificate(config: Config): CertificateStatus | undefined
  openLedger(config: Config): ErasureLedger
  /** Removes what was deleted from the disk: files, and what is left inside the database file. */
  purgeDeleted(config: Config, blobs?: BlobStore): Promise<'cleared' | 'left to the service'>
  loadSnapshots(): Promise<Snapshots>
  loadMigration(): Promise<Migration>
  loadExports(): Promise<Exports>
  /** Reads chat histories in threads. */
  createHistoryReader(config: Config, blobs: Pick<BlobStore, 'open'>): Promise<HistoryReader>
  isStoreProblem(error: unknown): boolean
}

/** What the commands for snapshots need. */
export type Snapshots = {
  /** Throws a DatabaseProblem if there is no valid database to copy. */
  openSource(config: Config): Promise<SnapshotSource>
  openDraft(target: string, config: Config): Promise<SnapshotDraft>
  /** Records it in the data folder, so that later erasures are added to its ledger. */
  note(config: Config, snapshot: KnownSnapshot): Promise<void>
  open(path: string): Promise<SnapshotReader>
  openRestoreDraft(config: Config): Promise<RestoreDraft>
  /** Of a ledger file, a data folder or a snapshot. */
  readLedgerAt(path: string): LedgerPieces
  examiner: Examiner
  upgrades: Upgrades
  places: SnapshotPlaces
}

/** Places that contain several snapshots. */
export type SnapshotPlaces = {
  /** The bucket or folder, if there are or can be several snapshots in it; undefined if it is anything else. */
  find(config: Config, text: string): Promise<SnapshotPlace | undefined>
  /** The places of the settings. */
  list(config: Config): { target: SnapshotTarget; where: string }[]
  /** What the settings say about snapshots. */
  plan(config: Config): SnapshotPlan
  open(config: Config, target: SnapshotTarget): Promise<SnapshotPlace>
  /** `id`: of a snapshot, or `latest`. Throws if it isn't there or can't be decrypted. */
  openSnapshot(place: SnapshotPlace, id: string, unlocking: Unlocking): Promise<SnapshotReader>
  /** Compares what is stored with what was written, without a key. Throws a refusal that names the first difference. */
  compareStored(
    place: SnapshotPlace,
    id: string,
  ): Promise<{ snapshotId: string; files: number; bytes: number; isEncrypted: boolean }>
  doWork(config: Config, store: Pick<Store, 'secret' | 'instance'>, tell: ReportProgress): DoSnapshotWork
  drill(config: Config, place: SnapshotPlace, id: string, unlocking: Unlocking): Promise<SnapshotOutcome>
}

/** Copies made before an upgrade changed a SQLite database. */
type Upgrades = {
  /** The schema that this version has. */
  ownSchema: number
  /** Undefined if there is no database. */
  findSchema(dataDir: string): number | undefined
  /** The newest first. */
  list(dataDir: string): UpgradeCopy[]
  openRollback(dataDir: string, copy: UpgradeCopy): RollbackDraft
}

/** What the commands for exports need. */
export type Exports = {
  openFolder: OpenExportFolder
  /** A folder, or a part as a ZIP file. Undefined if there is no export in this folder. Throws a refusal if it isn't finished. */
  openReader(path: string): Promise<ExportReader | undefined>
  /** Threads that render several months at once, if it is worth it. `threads`: how many the operator wants. */
  startRenderers(
    order: {
      config: Config
      wish: ExportWish
      channelId: string
      userId: string
      path: string
      threads: number | null
    },
    load: { parts: number; messages: number },
  ): PartRenderers | undefined
}

/** What the migration from SQLite to PostgreSQL needs. */
export type Migration = {
  openSource(config: Config): Promise<MigrationSource>
  /** Throws a DatabaseProblem if the target can't be used, as `openTarget` would. */
  inspectTarget(url: string, mover: Mover): Promise<void>
  openTarget(url: string, options: { mover: Mover; firstMessageAt: number | undefined }): Promise<MigrationTarget>
  openForComparison(url: string): Promise<Pick<MigrationTarget, 'digest' | 'close'>>
}

export type Inside = {
  backlog: Backlog
  buried: BuriedJob[]
  unread: { reason: string }[]
  /** In how many chats of a platform the bot doesn't get every message. */
  connections: { platform: string; chatsWithHiddenMessages: number }[]
  ledger: LedgerState
  /** When the service was running, and when platforms couldn't deliver lately. */
  serviceSpans: ServiceSpan[]
  absences: KnownGap[]
  /** Where its media files are, if that is recorded. */
  mediaPlace: string | undefined
  /** How far this machine's clock is ahead of the server's; 0 without a server. */
  clockAheadMs: number
}

export type DataOption = { data?: string }

/** The option of every command that works on the data folder. */
export function withDataOption(command: Command): Command {
  return command.option('--data <folder>', 'data folder (default: INNKEEPER_DATA or ./data)')
}

/** If the data folder has no database but contains a demo, the command works on the demo. */
export function configOf(deps: CliDeps, { data }: DataOption): Config {
  const config = readConfig(deps.environment, { dataDir: data })
  const demo = { ...config, dataDir: demoFolderIn(config.dataDir).dataDir, databaseUrl: null, mediaUrl: null }
  if (deps.hasStore(config) || !deps.hasStore(demo)) return config
  if (!reported.has(deps)) {
    console.error(`Using the demo's data in ${demo.dataDir}.`)
  }
  reported.add(deps)
  return demo
}

/** A command may read its settings more than once, but reports the demo only once. */
const reported = new WeakSet<CliDeps>()

/** Opens the store for `work` and always closes it. Refuses a folder without one: it is probably the wrong folder. */
export async function withStore<T>(
  deps: CliDeps,
  options: DataOption,
  work: (store: Store, config: Config) => Promise<T>,
): Promise<T> {
  if (!deps.hasStore(configOf(deps, options))) {
    const { dataDir } = configOf(deps, options)
    throw new UsageProblem(`There is no database in ${dataDir}. Use --data to name the folder of your service.`)
  }
  return await withNewStore(deps, options, work)
}

/** The same, but creates the store if there is none. */
export async function withNewStore<T>(
  deps: CliDeps,
  options: DataOption,
  work: (store: Store, config: Config) => Promise<T>,
): Promise<T> {
  const config = configOf(deps, options)
  const store = await deps.openStore(config)
  try {
    return await work(store, config)
  } finally {
    await store.close()
  }
}
