import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Charge } from './keeper.ts'
import { findFreePort } from './port.ts'
import { killFamily } from './processes.ts'
import { type Programs, preparePostgres } from './programs.ts'
import { openMemoryFolder, openServerFolder, removeStaleFolders, unprivileged } from './server-folders.ts'

export type PostgresOptions = {
  /** Added to our settings and override them, such as `{ fsync: 'off' }`. */
  settings?: Record<string, string>
  /** The server stops when this process ends. The current process if unset. */
  ownerPid?: number
  /**
   * Keeps the data in memory if there is plenty, where creating a database is ten times faster. Not for benchmarks or tests of
   * durability. Off by default.
   */
  inMemory?: boolean
  /** Starts with a copy of this data folder, which a stopped server left. Empty if unset. */
  copyOf?: string
}

/** Starts a separate server. The caller removes it; it also disappears when its owner's process ends. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  removeStaleFolders()
  const programs = await preparePostgres()
  const home = options.inMemory ? openMemoryFolder() : openServerFolder()
  const folder = mkdtempSync(`${home}/server-of-${options.ownerPid ?? process.pid}-`)
  const { uid, gid } = unprivileged
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  // Copied as the server's user, so that this user owns all files.
  const copied = spawnSync('cp', ['-R', '-p', options.copyOf ?? programs.template, `${folder}/data`], {
    ...unprivileged,
    encoding: 'utf8',
  })
  if (copied.status !== 0) throw new Error(`Could not copy a data folder: ${copied.stderr}`)
  for (;;) {
    const server = new PostgresServer(programs, folder, await findFreePort(), options)
    try {
      await server.start()
      return server
    } catch (error) {
      if (error instanceof PortTaken) continue
      await server.remove()
      throw error
    }
  }
}

// As durable as in production (fsync, synchronous_commit and full_page_writes stay on), with capacity for many tests at once.
const ownSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  wal_level: 'replica',
  // Inside the data folder, so that a killed server leaves nothing in the system's memory.
  dynamic_shared_memory_type: 'mmap',
}

class PortTaken extends Error {}

export class PostgresServer {
  /** For the superuser and the database `postgres`. Stays the same across restarts. */
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly #bin: string
  readonly #folder: string
  readonly #options: PostgresOptions
  #keeper: ChildProcess | undefined
  #pid = 0

  constructor({ bin, password }: Programs, folder: string, port: number, options: PostgresOptions) {
    this.url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    this.port = port
    this.dataDir = `${folder}/data`
    this.#bin = bin
    this.#folder = folder
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#keeper !== undefined && this.#keeper.exitCode === null && this.#keeper.signalCode === null
  }

  /** Everything that the server logged so far. */
  get log(): string {
    return readFileSync(this.#logFile, 'utf8')
  }

  /** Resolves when the server accepts connections. After a crash, that includes recovery. */
  async start(): Promise<void> {
    if (this.isRunning) return
    const logged = openSync(this.#logFile, 'a')
    const before = this.log.length
    const charge = JSON.stringify(this.#charge())
    const keeper = spawn(process.execPath, [`${import.meta.dirname}/keeper.ts`, charge], {
      stdio: ['pipe', 'pipe', logged],
      detached: true,
    })
    closeSync(logged)
    this.#keeper = keeper
    this.#pid = await readPid(keeper)
    // A test that doesn't remove its server can still end, which stops the server.
    keeper.unref()
    for (const stream of [keeper.stdin, keeper.stdout]) (stream as unknown as { unref(): void }).unref()
    while (!this.#isReady()) {
      if (!this.isRunning) {
        const said = this.log.slice(before)
        if (said.includes('could not create any TCP/IP sockets')) throw new PortTaken(said)
        throw new Error(`PostgreSQL did not start: ${said}`)
      }
      await sleep(20)
    }
  }

  /** `fast` rolls back transactions and shuts down cleanly; `immediate` is a crash with a message to the clients. */
  async stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    if (this.isRunning) process.kill(this.#pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await this.#ended()
  }

  /** Sends SIGKILL to the server and its processes. Like a power failure, except that the system's file cache survives. */
  async kill(): Promise<void> {
    if (this.isRunning) await killFamily(this.#pid)
    await this.#ended()
  }

  async remove(): Promise<void> {
    await this.stop('immediate')
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }

  get #logFile(): string {
    return `${this.#folder}/log`
  }

  #charge(): Charge {
    const settings = Object.entries({ ...ownSettings, port: `${this.port}`, ...this.#options.settings })
    const { ownerPid } = this.#options
    return {
      program: `${this.#bin}/postgres`,
      args: ['-D', this.dataDir, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      user: unprivileged,
      logFile: this.#logFile,
      folder: this.#folder,
      ...(ownerPid !== undefined && { ownerPid }),
    }
  }

  /** Reads the status in its PID file, because another program could be listening on the port. A replica only ever stands by. */
  #isReady(): boolean {
    try {
      const lines = readFileSync(`${this.dataDir}/postmaster.pid`, 'utf8').split('\n')
      return Number(lines[0]) === this.#pid && ['ready', 'standby'].includes(lines[7]?.trim() ?? '')
    } catch {
      return false
    }
  }

  async #ended(): Promise<void> {
    while (this.isRunning) await sleep(10)
  }
}

async function readPid(keeper: ChildProcess): Promise<number> {
  if (keeper.stdout === null) throw new Error('The PostgreSQL keeper process has no output.')
  for await (const line of createInterface(keeper.stdout)) return Number(line)
  return 0
}
