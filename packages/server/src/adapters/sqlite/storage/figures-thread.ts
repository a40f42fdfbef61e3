import { parentPort, workerData } from 'node:worker_threads'
import { countFigures, measureChannels } from '../../sql/usage/figure-reads.ts'
import { openForReading } from '../open-database.ts'
import type { FiguresOrder } from './figures.ts'

// Counts over the whole store once, and exits.
if (!parentPort) throw new Error('This file must run as a worker thread')
const { dataDir, since } = workerData as FiguresOrder
const reader = openForReading(dataDir)
try {
  parentPort.postMessage(since ? await countFigures(reader, since) : await measureChannels(reader))
} finally {
  reader.close()
}
