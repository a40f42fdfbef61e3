import type { Command } from 'commander'
import type { Examiner } from '../actions/storage/snapshot/verify-snapshot.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { Clock } from '../ports/clock.ts'
import type { Connector } from '../ports/connector.ts'
import type { LanguageModel } from '../ports/language-model.ts'
import type { BlobOwner, BlobStore, Media } from '../ports/storage/blob-store.ts'
import type { ErasureLedger, LedgerPieces } from '../ports/storage/erasure-ledger.ts'
import type { MigrationSource, MigrationTarget, Mover } from '../ports/storage/migration.ts'
import type {
  KnownSnapshot,
  RestoreDraft,
  SnapshotDraft,
  SnapshotReader,
  SnapshotSource,
} from '../ports/storage/snapshot.ts'
import type { Backlog, BuriedJob, LedgerState, Store } from '../ports/store.ts'
import { demoFolderIn } from './demo/demo-folder.ts'

/** `failed` settles, with the reason, where it must not go on. */
type StartedService = { url: string; failed: Promise<Error>; stop(): Promise<void> }

/** What the command line gets from the wiring. */
export type CliDeps = {
  environment: Record<string, string | undefined>
  startService(config: Config, options?: { clock: Clock }): Promise<StartedService>
  openStore(config: Config): Promise<Store>
  /** Whoever opens it closes it. */
  openMedia(config: Config, owner: BlobOwner): Promise<Media>
  /** Tries all that is done with files; false where their place does not answer now. Throws a problem of the store where it never will. */
  examineMedia(config: Config): Promise<boolean>
  /** Whether there is a database in the data folder, whatever its state. */
  hasStore(config: Config): boolean
  /** Where people reach the service that runs on the data folder; undefined where none does. */
  findAddress(config: Config): string | undefined
  /** Undefined where only its owner can use the folder or file, or where there is none. */
  findOpenMode(path: string): { mode: string; canClose: boolean } | undefined
  /** All that were made of the data folder, whether or not they are still there. */
  listSnapshots(config: Config): Promise<KnownSnapshot[]>
  /** One at a time: throws a problem of the store while somebody holds the same name in the folder. */
  lockFolder(folder: string, name: string): { release(): void }
  /** Looks without touching. Throws a problem of the store when the database is damaged, foreign or too new. */
  inspectStore(config: Config): Promise<'absent' | 'sound'>
  /** Without a trace in the folder. Undefined where there is no database yet, or an older one. */
  lookInside(config: Config): Promise<Inside | undefined>
  /** The platforms that the settings connect us to. */
  createConnectors(config: Config): Promise<Connector[]>
  /** Undefined where the settings name none. */
  createModel(config: Config): Promise<LanguageModel | undefined>
  openLedger(config: Config): ErasureLedger
  /** After something was deleted: files and remains go from the disk. */
  purgeDeleted(config: Config, blobs?: BlobStore): Promise<'cleared' | 'left to the service'>
  loadSnapshots(): Promise<Snapshots>
  loadMigration(): Promise<Migration>
  isStoreProblem(error: unknown): boolean
}

/** What the commands around backups need. */
export type Snapshots = {
  /** Throws a problem of the store where there is nothing sound to back up. */
  openSource(config: Config): Promise<SnapshotSource>
  openDraft(target: string, config: Config): Promise<SnapshotDraft>
  /** Remembers it in the data folder, so that erasures are noted with it. */
  note(config: Config, backup: KnownSnapshot): Promise<void>
  open(path: string): Promise<SnapshotReader>
  openRestoreDraft(config: Config): Promise<RestoreDraft>
  /** Of a ledger, a data folder or a backup. */
  readLedgerAt(path: string): LedgerPieces
  examiner: Examiner
}

/** What it takes to move from an embedded store into a server. */
export type Migration = {
  openSource(config: Config): Promise<MigrationSource>
  /** Throws a problem of the store where nobody may move in, as `openArrival` would. */
  inspectTarget(url: string, mover: Mover): Promise<void>
  openTarget(url: string, options: { mover: Mover; firstMessageAt: number | undefined }): Promise<MigrationTarget>
  openForComparison(url: string): Promise<Pick<MigrationTarget, 'digest' | 'close'>>
}

export type Inside = {
  backlog: Backlog
  buried: BuriedJob[]
  unread: { reason: string }[]
  ledger: LedgerState
}

export type DataOption = { data?: string }

/** Commands that work on the data folder all take it the same way. */
export function withDataOption(command: Command): Command {
  return command.option('--data <folder>', 'data folder (INNKEEPER_DATA, ./data)')
}

/** Whoever only tried the demo means the demo: it is used where the data folder has no database of its own. */
export function configOf(deps: CliDeps, { data }: DataOption): Config {
  const config = readConfig(deps.environment, { dataDir: data })
  const demo = { ...config, dataDir: demoFolderIn(config.dataDir).dataDir, databaseUrl: null, mediaUrl: null }
  if (deps.hasStore(config) || !deps.hasStore(demo)) return config
  if (!told.has(deps)) {
    console.error(`This is about the demo in ${demo.dataDir}; the data folder has no database of its own yet.`)
  }
  told.add(deps)
  return demo
}

/** A command may ask for its settings more than once. */
const told = new WeakSet<CliDeps>()

/** Opens the store for one piece of work and closes it whatever happens. */
export async function withStore<T>(
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
