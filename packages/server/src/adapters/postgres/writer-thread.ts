import { parentPort } from 'node:worker_threads'
import { createCommit } from './commit.ts'
import { openTransactions } from './connections/transactions.ts'
import { type Turn, untilTurn } from './ingest/turns.ts'
import type { Answered, Asked, WriterOptions } from './writer.ts'

// The writing thread: connects, takes lists of commands, answers as they are done, and disconnects.
if (!parentPort) throw new Error('This file must run as a worker thread')
const port = parentPort
let store: ReturnType<typeof openStore> | undefined
let answered: Answered = []

port.on('message', (message: { open: WriterOptions } | { turn: Turn } | Asked | 'close') => {
  if (message === 'close') {
    void store?.transactions.close().finally(() => port.postMessage('closed'))
  } else if (Array.isArray(message)) {
    for (const [id, command] of message) {
      void store?.commit(command).then((outcome) => {
        if (answered.push([id, outcome]) === 1) setImmediate(answer)
      })
    }
  } else if ('turn' in message) {
    if (store) store.turn = message.turn
  } else {
    store = openStore(message.open)
    port.postMessage('ready')
  }
})

function openStore({ url, defaults, connections }: WriterOptions) {
  const transactions = openTransactions({ url }, connections)
  const own: { turn: Turn } = { turn: { index: 0, of: 1, aheadMs: 0 } }
  const commit = createCommit(transactions, defaults, (bustle) => untilTurn(Date.now(), own.turn, bustle))
  return Object.assign(own, { transactions, commit })
}

function answer(): void {
  port.postMessage(answered)
  answered = []
}
