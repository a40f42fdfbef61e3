import { parentPort } from 'node:worker_threads'
import { createCommit } from './commit.ts'
import { openTransactions } from './connections/transactions.ts'
import { isInSlice, type Slice } from './ingest/slices.ts'
import type { Answered, Asked, WriterOptions } from './writer.ts'

// The writing thread: connects, takes lists of commands, answers as they are done, and disconnects.
if (!parentPort) throw new Error('This file must run as a worker thread')
const port = parentPort
let store: ReturnType<typeof openStore> | undefined
let answered: Answered = []

port.on('message', (message: { open: WriterOptions } | { slice: Slice } | Asked | 'close') => {
  if (message === 'close') {
    void store?.transactions.close().finally(() => port.postMessage('closed'))
  } else if (Array.isArray(message)) {
    for (const [id, command] of message) {
      void store?.commit(command).then((outcome) => {
        if (answered.push([id, outcome]) === 1) setImmediate(answer)
      })
    }
  } else if ('slice' in message) {
    if (store) store.slice = message.slice
  } else {
    store = openStore(message.open)
    port.postMessage('ready')
  }
})

function openStore({ url, defaults, connections }: WriterOptions) {
  const transactions = openTransactions({ url }, connections)
  const own: { slice: Slice } = { slice: { index: 0, of: 1 } }
  const commit = createCommit(transactions, defaults, (channelId) => isInSlice(channelId, own.slice))
  return Object.assign(own, { transactions, commit })
}

function answer(): void {
  port.postMessage(answered)
  answered = []
}
