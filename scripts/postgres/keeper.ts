import { spawn } from 'node:child_process'
import { openSync, rmSync } from 'node:fs'
import { isAlive } from './processes.ts'

// Runs one PostgreSQL on behalf of another process, and ends it when that one is gone, however it went: then its end of the
// pipe is closed, or its process id is. Stands in a session of its own, so that signals to the tests do not reach it.

export type Charge = {
  program: string
  args: string[]
  user: { uid?: number; gid?: number }
  logFile: string
  /** Removed when the owner is gone. */
  folder: string
  /** Whom to outlive by a moment; without it, whoever holds the other end of the standard input. */
  ownerPid?: number
}

const { program, args, user, logFile, folder, ownerPid }: Charge = JSON.parse(process.argv[2] ?? '')
const log = openSync(logFile, 'a')
const server = spawn(program, args, { ...user, cwd: '/', stdio: ['ignore', log, log] })
let ownerIsGone = false

server.once('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
server.once('exit', (code) => {
  if (ownerIsGone) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.exit(code ?? 1)
})
process.stdout.on('error', () => {}) // Nobody listens any more; the watch below knows what to do.
console.log(server.pid)

if (ownerPid === undefined) process.stdin.on('close', endServer).on('error', endServer).resume()
else setInterval(() => isAlive(ownerPid) || endServer(), 250)

function endServer(): void {
  if (ownerIsGone) return
  ownerIsGone = true
  server.kill('SIGQUIT')
  setTimeout(() => server.kill('SIGKILL'), 10_000)
}
