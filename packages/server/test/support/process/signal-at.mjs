// Loaded into a command before its own code (NODE_OPTIONS=--import): sends the process a signal when it is about to call a
// function of node:fs/promises for the n-th time. Example: SIGNAL_AT=SIGKILL:rename:1.
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const [signal, name = '', turn = '0'] = (process.env.SIGNAL_AT ?? '').split(':')
const original = fs[name]

if (isMainThread && original) {
  let calls = 0
  fs[name] = (...values) => {
    if (++calls === Number(turn)) process.kill(process.pid, signal)
    return original(...values)
  }
  syncBuiltinESMExports()
}
