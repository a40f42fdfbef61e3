import { parentPort } from 'node:worker_threads'
import type { Command } from '../../ports/commands.ts'
import { createWriting } from '../sql/writing.ts'
import { openForWriting } from './open-database.ts'
import { runBatch } from './run-batch.ts'
import { truncateAfterDeletions } from './storage/truncate-log.ts'
import type { WriterOptions } from './writer.ts'

// The writing thread: opens a store, takes lists of commands, answers lists of outcomes, and closes the store.
if (!parentPort) throw new Error('This file must run as a worker thread')
const port = parentPort
let store: Awaited<ReturnType<typeof openStore>> | undefined

port.on('message', (message: { open: WriterOptions } | Command[] | 'close') => {
  if (message === 'close') {
    store?.close()
    port.postMessage('closed')
  } else if (Array.isArray(message)) {
    // Never rejects: every failure is an outcome.
    void store?.write(message).then((outcomes) => port.postMessage(outcomes))
  } else {
    void open(message.open)
  }
})

async function open(options: WriterOptions): Promise<void> {
  try {
    store = await openStore(options)
    port.postMessage('ready')
  } catch (failed) {
    port.postMessage({ failed })
  }
}

async function openStore({ dataDir, defaults }: WriterOptions) {
  const connection = await openForWriting(dataDir)
  const writing = createWriting(defaults)
  const truncation = truncateAfterDeletions(connection)
  return {
    write: (commands: Command[]) => runBatch(connection, writing, commands),
    close() {
      truncation.stop()
      connection.close()
    },
  }
}
