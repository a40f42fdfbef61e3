import type { Command } from '../../ports/commands.ts'
import type { Store } from '../../ports/store.ts'
import { readInstance } from '../sql/instance.ts'
import { readSecret } from '../sql/metadata.ts'
import type { Writer } from '../sql/outcome.ts'
import { createReads, type Reads } from '../sql/reads.ts'
import { cacheAccess } from './access-cache.ts'
import { inspectDatabase, openForReading } from './open-database.ts'
import { readInTurns } from './read-snapshots.ts'
import { lockDataDir } from './serve-lock.ts'
import { forgetCleanStop, isAsCleanlyStopped, noteCleanStop } from './storage/clean-stop.ts'
import { scrubFreePages } from './storage/scrub-free-pages.ts'
import { watchCommits } from './watch-commits.ts'
import { openInlineWriter, openThreadWriter, type WriterOptions } from './writer.ts'

/** The whole stop has ten seconds. What is not clean by then is left to the next stop. */
const longestWipeMs = 2_000

/** The store of a running service: alone on its data folder, writes in a thread. */
export async function openServiceStore(options: WriterOptions): Promise<Store> {
  const lock = lockDataDir(options.dataDir)
  try {
    inspectDatabase(options.dataDir, { thorough: !isAsCleanlyStopped(options.dataDir) })
    forgetCleanStop(options.dataDir)
    const store = await compose(options, await openThreadWriter(options))
    // The process that had claimed the jobs is dead, or the folder could not have been locked.
    if ((await store.hasHeldJobs()) || (await store.hasOpenImports()))
      await store.write<'release-jobs'>({ kind: 'release-jobs' })
    return {
      ...store,
      async close() {
        await store.close()
        scrubFreePages(options.dataDir, { timeLimitMs: longestWipeMs })
        noteCleanStop(options.dataDir)
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The store of a command, which may run beside a service on the same folder. */
export async function openCommandStore(options: WriterOptions): Promise<Store> {
  inspectDatabase(options.dataDir, { thorough: false })
  return compose(options, await openInlineWriter(options))
}

/** For a thread beside the service's store: sees what is committed, writes nothing. */
export async function openReadingStore(
  { dataDir, defaults }: WriterOptions,
  options: { isBrief?: boolean } = {},
): Promise<Reads & Pick<Store, 'secret'>> {
  const reader = openForReading(dataDir, options)
  return { ...createReads(readInTurns(reader).sql, defaults), secret: await readSecret(reader) }
}

async function compose({ dataDir, defaults }: WriterOptions, writer: Writer): Promise<Store> {
  const reader = openForReading(dataDir)
  const turns = readInTurns(reader)
  const reads = createReads(turns.sql, defaults)
  const commits = watchCommits(turns)
  const write = async (command: Command) => {
    const result = await writer.write(command)
    turns.close()
    commits.note()
    return result
  }
  return {
    ...reads,
    findAccess: cacheAccess(turns, reads.findAccess),
    onCommit: commits.on,
    write: write as Store['write'],
    secret: await readSecret(reader),
    instance: await readInstance(reader),
    async close() {
      // The writer closes last: only a connection that can write can checkpoint the log.
      commits.close()
      turns.close()
      reader.close()
      await writer.close()
    },
  }
}
