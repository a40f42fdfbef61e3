import { parentPort, workerData } from 'node:worker_threads'
import type { Command } from '../../ports/commands.ts'
import { createWriting } from '../sql/writing.ts'
import { openForWriting } from './open-database.ts'
import { runBatch } from './run-batch.ts'
import { truncateAfterDeletions } from './storage/truncate-log.ts'
import type { WriterOptions } from './writer.ts'

// The writing thread of a running service: receives lists of commands, and responds with lists of outcomes.
if (!parentPort) throw new Error('This file runs as a thread')
const port = parentPort
const { dataDir, defaults } = workerData as WriterOptions
const connection = await openForWriting(dataDir)
const writing = createWriting(defaults)
const truncation = truncateAfterDeletions(connection)

port.on('message', (message: Command[] | 'close') => {
  if (message === 'close') {
    truncation.stop()
    connection.close()
    port.close()
    return
  }
  // Never rejects: every failure is an outcome.
  void runBatch(connection, writing, message).then((outcomes) => port.postMessage(outcomes))
})
port.postMessage('ready')
