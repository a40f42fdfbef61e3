import { createHash } from 'node:crypto'

// The folder of a test decides how it runs, and nothing else does.

export type Engine = 'sqlite' | 'postgres'

/** Test files that run in one process, one after the other. */
export type Batch = { files: string[]; engine: Engine; limitSeconds: number }

type Folder = {
  /** The name below `test/`. */
  name: string
  /**
   * A process for each file, because tests there start programs, fill disks or change what belongs to a whole process. Elsewhere files
   * share one, so that the service is loaded and compiled once for all of them.
   */
  isIsolated?: boolean
  /** Whether its files also run on PostgreSQL and S3, and not on SQLite and a folder alone. */
  postgres?: 'always' | 'by areas'
  /** For one test. Generous, because a busy machine is no fault of the program: only a test that hangs gets here. */
  limitSeconds: number
}

/** In the order in which they are started: the long ones first, so that short ones fill the end. */
const folders: Folder[] = [
  { name: 'process', isIsolated: true, limitSeconds: 300 },
  { name: 'browser', limitSeconds: 300 },
  { name: 'store', limitSeconds: 300 },
  { name: 'cli', limitSeconds: 300 },
  { name: 'jobs', postgres: 'always', limitSeconds: 180 },
  { name: 'api', postgres: 'by areas', limitSeconds: 180 },
]
// The rest of the tests, most of which need no store.
const otherFolder: Folder = { name: 'other', limitSeconds: 120 }

/**
 * Areas of `api/` that always run on PostgreSQL, because their statements differ from SQLite's or depend on its locks. That every
 * statement of the others works there, the store's own tests show.
 */
const storeAreas = ['messages', 'platforms', 'search', 'storage']
/** Of the other areas, one file in this many does, and others the next day. */
const sampleParts = 6

/** Of the long forms that `npm run test:soak` runs, and of the runner's own tests. */
const limitOverride = process.env.INNKEEPER_TEST_LIMIT_SECONDS

/** Few enough to spread well over the processors, enough to share the cost of loading. */
const mostTogether = 10

export type PlanOptions = {
  /** Every file that may run on PostgreSQL does. */
  isFull: boolean
  /** Nothing on the other one. */
  engine: Engine | undefined
  /** Days since any fixed one: chooses the sample. */
  day: number
}

export function planBatches(files: readonly string[], { isFull, engine, day }: PlanOptions): Batch[] {
  const engines = engine ? [engine] : (['postgres', 'sqlite'] as const)
  return [...folders, otherFolder].flatMap((folder) => {
    const own = files.filter((file) => folderOf(file) === folder).toSorted()
    return engines.flatMap((one) => {
      const isWanted = (file: string) => one === 'sqlite' || runsOnPostgres(file, folder, isFull, day)
      return inBatches(own.filter(isWanted), folder, one)
    })
  })
}

function folderOf(file: string): Folder {
  const [, name] = /(?:^|\/)test\/([^/]+)\//.exec(file) ?? []
  return folders.find((one) => one.name === name) ?? otherFolder
}

function runsOnPostgres(file: string, { postgres }: Folder, isFull: boolean, day: number): boolean {
  if (postgres !== 'by areas') return postgres === 'always'
  if (isFull || storeAreas.some((area) => file.includes(`/api/${area}/`))) return true
  return createHash('sha256').update(file).digest().readUInt32BE() % sampleParts === day % sampleParts
}

/** Files of one package together: they load the same. */
function inBatches(files: string[], { isIsolated, limitSeconds }: Folder, engine: Engine): Batch[] {
  const size = isIsolated ? 1 : mostTogether
  const packages = Object.values(Object.groupBy(files, (file) => /^(.*?)(?:^|\/)test\//.exec(file)?.[1] ?? ''))
  return packages.flatMap((own = []) => {
    const count = Math.ceil(own.length / size)
    // Dealt like cards: neighbours take about equally long, and a batch of them all would end last.
    return Array.from({ length: count }, (_, at) => ({
      files: own.filter((_, index) => index % count === at),
      engine,
      limitSeconds: Number(limitOverride ?? limitSeconds),
    }))
  })
}
