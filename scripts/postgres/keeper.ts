import { spawn } from 'node:child_process'
import { openSync, rmSync } from 'node:fs'
import { isAlive } from './processes.ts'
import { removeStaleFolders } from './server-folders.ts'

// Runs one PostgreSQL for another process (the owner), and stops it when the owner ends for any reason: its end of the pipe
// closes, or its process ID disappears. Runs in its own session, so that signals to the tests don't reach it.

export type Charge = {
  program: string
  args: string[]
  user: { uid?: number; gid?: number }
  logFile: string
  /** Removed when the owner is gone. */
  folder: string
  /** The owner. If unset, the process at the other end of the standard input. */
  ownerPid?: number
}

const { program, args, user, logFile, folder, ownerPid }: Charge = JSON.parse(process.argv[2] ?? '')
const dyingMs = 3_000
const log = openSync(logFile, 'a')
const server = spawn(program, args, { ...user, cwd: '/', stdio: ['ignore', log, log] })
let ownerIsGone = false

server.once('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
server.once('exit', (code) => {
  if (!ownerIsGone) process.exit(code ?? 1)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  // If the owner was a run of all tests, their folders are left as well. Some of them may take a moment to end.
  setTimeout(() => {
    removeStaleFolders()
    process.exit(code ?? 1)
  }, dyingMs)
})
process.stdout.on('error', () => {}) // The owner is gone, and the code below handles that.
console.log(server.pid)

if (ownerPid === undefined) process.stdin.on('close', endServer).on('error', endServer).resume()
else setInterval(() => isAlive(ownerPid) || endServer(), 250)

function endServer(): void {
  if (ownerIsGone) return
  ownerIsGone = true
  server.kill('SIGQUIT')
  setTimeout(() => server.kill('SIGKILL'), 10_000)
}
