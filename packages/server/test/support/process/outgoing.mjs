// Preloaded into a process: writes every address that it connects to or asks for to the file of OUTGOING_LOG.
import { appendFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const net = createRequire(import.meta.url)('node:net')
const note = (what) => appendFileSync(process.env.OUTGOING_LOG, `${what}\n`)
const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...words) {
  const [first] = Array.isArray(words[0]) ? words[0] : words
  note(typeof first === 'object' ? (first.path ?? first.host ?? 'localhost') : String(words[1] ?? 'localhost'))
  return connect.apply(this, words)
}
