// Preloaded into a process: writes every address that it connects to to the file of OUTGOING_LOG, and what its threads connect to
// to a second file, which ends in `.threads`.
import { appendFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const net = createRequire(import.meta.url)('node:net')
const log = `${process.env.OUTGOING_LOG}${isMainThread ? '' : '.threads'}`
const note = (what) => appendFileSync(log, `${what}\n`)
const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...words) {
  const [first] = Array.isArray(words[0]) ? words[0] : words
  note(typeof first === 'object' ? (first.path ?? first.host ?? 'localhost') : String(words[1] ?? 'localhost'))
  return connect.apply(this, words)
}
