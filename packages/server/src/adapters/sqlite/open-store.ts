import { mkdirSync } from 'node:fs'
import type { Command } from '../../ports/commands.ts'
import type { Store } from '../../ports/store.ts'
import { createReads } from '../sql/reads.ts'
import { noteCleanStop, takeCleanStop } from './clean-stop.ts'
import { inspectDatabase, openForReading, readSecret } from './open-database.ts'
import { lockDataDir } from './serve-lock.ts'
import { openInlineWriter, openThreadWriter, type Writer, type WriterOptions } from './writer.ts'

/** The store of a running service: alone on its data folder, writes in a thread. */
export async function openServiceStore(options: WriterOptions): Promise<Store> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDataDir(options.dataDir)
  try {
    inspectDatabase(options.dataDir, { thorough: !takeCleanStop(options.dataDir) })
    const store = await compose(options, await openThreadWriter(options))
    return {
      ...store,
      async close() {
        await store.close()
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
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  inspectDatabase(options.dataDir, { thorough: false })
  return compose(options, await openInlineWriter(options))
}

async function compose({ dataDir, defaults }: WriterOptions, writer: Writer): Promise<Store> {
  const reader = openForReading(dataDir)
  return {
    ...createReads(reader, defaults),
    write: ((command: Command) => writer.write(command)) as Store['write'],
    secret: await readSecret(reader),
    async close() {
      // The writer closes last: only a connection that may write can fold the log into the file.
      reader.close()
      await writer.close()
    },
  }
}
