import { parentPort, workerData } from 'node:worker_threads'
import { createCommit } from './commit.ts'
import { openTransactions } from './connections/transactions.ts'
import type { Answered, Asked, WriterOptions } from './writer.ts'

// The writing thread of a running service: receives lists of commands, and responds as they are done.
if (!parentPort) throw new Error('This file runs as a thread')
const port = parentPort
const { url, defaults, connections } = workerData as WriterOptions
const transactions = openTransactions({ url }, connections)
const commit = createCommit(transactions, defaults)
let answered: Answered = []

port.on('message', (message: Asked | 'close') => {
  if (message === 'close') {
    void transactions.close().finally(() => port.close())
    return
  }
  for (const [id, command] of message) {
    void commit(command).then((outcome) => {
      if (answered.push([id, outcome]) === 1) setImmediate(answer)
    })
  }
})
port.postMessage('ready')

function answer(): void {
  port.postMessage(answered)
  answered = []
}
