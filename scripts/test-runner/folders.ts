import { createHash } from 'node:crypto'

// Only the folder of a test decides how it runs.

export type Engine = 'sqlite' | 'postgres'

/** Test files that run in one process, one after the other. */
export type Batch = { files: string[]; engine: Engine; limitSeconds: number }

type Folder = {
  /** The name below `test/`. */
  name: string
  /**
   * One process per file, because these tests start programs, fill disks or change process-wide state. Files in other folders
   * share a process, so that the service is loaded and compiled only once for all of them.
   */
  isIsolated?: boolean
  /** How many files share a process at most. Default: `mostTogether`. */
  together?: number
  /** Its files run on SQLite and a folder, and on PostgreSQL and S3. Each day, a file runs on one of the two. */
  runsOnBoth?: boolean
  /** Folders in it of whose files only one in `turnParts` runs each day, because each takes long and is about another thing. */
  inTurn?: string[]
  /** For one test. Generous, so that a busy machine doesn't fail it. Only a test that hangs reaches it. */
  limitSeconds: number
}

/** In the order in which they are started: the long ones first, so that short ones fill the end. */
const folders: Folder[] = [
  // Files with browsers take long, so many together would end last.
  { name: 'browser', together: 3, inTurn: ['occasional'], limitSeconds: 300 },
  {
    name: 'process',
    isIsolated: true,
    inTurn: ['crash', 'database', 'ingest', 'nodes', 'occasional', 'snapshot'],
    limitSeconds: 300,
  },
  { name: 'store', limitSeconds: 300 },
  { name: 'cli', limitSeconds: 300 },
  { name: 'jobs', runsOnBoth: true, limitSeconds: 300 },
  { name: 'api', runsOnBoth: true, limitSeconds: 300 },
]
// The rest of the tests, most of which need no store.
const otherFolder: Folder = { name: 'other', limitSeconds: 120 }

/** What depends most on the engine's statements and locks. It runs on PostgreSQL most often. */
const closeToStore = ['jobs', 'api/messages', 'api/platforms', 'api/search', 'api/storage']
/**
 * One file in this many runs on PostgreSQL, and a different sample each day. The store's own tests run every statement there each
 * time.
 */
const sampleParts = { closeToStore: 3, others: 12 }

/** Files that run in turn: one in this many each day, in each of their folders. `npm run test:full` runs all of them. */
const turnParts = 3

/** Used by `npm run test:soak`, whose tests take longer, and by the runner's own tests. */
const limitOverride = process.env.INNKEEPER_TEST_LIMIT_SECONDS

/** Files per batch: few enough to spread over the processors, and enough to share the cost of loading. */
const mostTogether = 10

export type PlanOptions = {
  /** Runs all files, and every file that can run on PostgreSQL there. */
  isFull: boolean
  /** Runs tests only on this engine. */
  engine: Engine | undefined
  /** A day number that selects the sample. */
  day: number
}

export function planBatches(files: readonly string[], { isFull, engine, day }: PlanOptions): Batch[] {
  const engines = engine ? [engine] : (['postgres', 'sqlite'] as const)
  return [...folders, otherFolder].flatMap((folder) => {
    const all = files.filter((file) => folderOf(file) === folder).toSorted()
    const own = isFull ? all : leaveOthersTurns(all, folder, day)
    return engines.flatMap((one) => {
      const isWanted = (file: string) => {
        if (!folder.runsOnBoth) return one === 'sqlite'
        if (isFull) return true
        const isPostgresDay = runsOnPostgres(file, day)
        return one === 'postgres' ? isPostgresDay : !isPostgresDay || engine === 'sqlite'
      }
      return inBatches(own.filter(isWanted), folder, one)
    })
  })
}

function folderOf(file: string): Folder {
  const [, name] = /(?:^|\/)test\/([^/]+)\//.exec(file) ?? []
  return folders.find((one) => one.name === name) ?? otherFolder
}

/** Without files whose turn is on another day. Counted in each folder, so that each of them runs some every day. */
function leaveOthersTurns(files: string[], { name, inTurn = [] }: Folder, day: number): string[] {
  const inTurnOf = (file: string) => inTurn.find((one) => file.includes(`test/${name}/${one}/`))
  const folders = Object.groupBy(files, (file) => inTurnOf(file) ?? '')
  const isToday = (file: string) => {
    const folder = inTurnOf(file)
    return folder === undefined || (folders[folder] ?? []).indexOf(file) % turnParts === day % turnParts
  }
  return files.filter(isToday)
}

function runsOnPostgres(file: string, day: number): boolean {
  const parts = closeToStore.some((part) => file.includes(`/test/${part}/`))
    ? sampleParts.closeToStore
    : sampleParts.others
  return createHash('sha256').update(file).digest().readUInt32BE() % parts === day % parts
}

/** Groups files by package, because they load the same modules. */
function inBatches(files: string[], folder: Folder, engine: Engine): Batch[] {
  const { isIsolated, together = mostTogether, limitSeconds } = folder
  const size = isIsolated ? 1 : together
  const packages = Object.values(Object.groupBy(files, (file) => /^(.*?)(?:^|\/)test\//.exec(file)?.[1] ?? ''))
  return packages.flatMap((own = []) => {
    const count = Math.ceil(own.length / size)
    // Round robin, because neighbouring files take about equally long, and a batch of slow neighbours would finish last.
    return Array.from({ length: count }, (_, at) => ({
      files: own.filter((_, index) => index % count === at),
      engine,
      limitSeconds: Number(limitOverride ?? limitSeconds),
    }))
  })
}
