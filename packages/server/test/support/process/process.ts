import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { issueKey } from '../../../src/actions/storage/operator.ts'
import { openBlobStore } from '../../../src/adapters/fs/blob-store.ts'
import { openCommandStore, storeLocation } from '../../../src/app/storage/open-store.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { ClaimPolicy } from '../../../src/domain/channels/claim.ts'
import { mediaPath } from '../../../src/domain/storage/data-folder.ts'
import type { BlobStore } from '../../../src/ports/storage/blob-store.ts'
import type { Store } from '../../../src/ports/store.ts'
import { newFastFolder } from '../folder.ts'
import type { CommandLine } from './command-thread.ts'

const program = fileURLToPath(new URL('../../../../../innkeeper', import.meta.url))
// A hundred starts read the same files: compiled once, they take half the time.
const compileCache = fileURLToPath(new URL('../../../../../node_modules/.cache/compiled', import.meta.url))

// What is promised of crashes, syncs and full disks is held on a real one.
const isAboutProcesses = process.argv[1]?.includes('/test/process/') ?? true

// A test that fails leaves no process and no folder behind. Hooks and suites may share what they start.
const children = new Set<ChildProcess>()
const folders = new Set<string>()
after(killChildren)
// Where files share this process, the hook belongs to the first of them.
process.once('exit', () => {
  killChildren()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function killChildren(): void {
  for (const child of children) child.kill('SIGKILL')
}

export type Finished = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

type Options = {
  /** Beside the few variables a program needs; nothing of the tester's own settings leaks in. */
  env?: Record<string, string>
  cwd?: string
  /** A program to run it under, such as one that takes rights away. */
  under?: string[]
  /** When this comes about, it is killed. */
  killAt?: Promise<unknown>
}

/**
 * Runs `./innkeeper …` to its end, as an operator would. In `test/process/` it is the program itself; elsewhere, where it need not be a
 * process of its own, the same command line in a thread that has loaded it before.
 */
export async function innkeeper(words: string[], options: Options = {}): Promise<Finished> {
  const { env = {}, cwd, under, killAt } = options
  const needsProcess = isAboutProcesses || cwd !== undefined || under !== undefined || killAt !== undefined
  if (needsProcess || ['start', 'serve'].includes(words[0] ?? '')) return await finished(start(words, options))
  return await runInThread({ words, env: { ...ownEnvironment(), ...env } })
}

let commandThread: Worker | undefined
let turn: Promise<unknown> = Promise.resolve()

/** One after the other: a second thread would take longer to load than most commands take to run. */
async function runInThread(line: CommandLine): Promise<Finished> {
  const finished = turn.then(() => runAlone(line))
  turn = finished.catch(() => (commandThread = undefined))
  return await finished
}

async function runAlone(line: CommandLine): Promise<Finished> {
  commandThread ??= new Worker(new URL('./command-thread.ts', import.meta.url))
  commandThread.ref()
  commandThread.postMessage(line)
  // Rejects where the thread fails.
  const [outcome] = (await once(commandThread, 'message')) as [Finished]
  commandThread.unref()
  return outcome
}

export type Running = {
  /** Read from what it printed. */
  url: string
  pid: number
  printed(): { stdout: string; stderr: string }
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Finished>
  ended: Promise<Finished>
}

/** Runs `./innkeeper serve`, or another command that serves, on a free port and waits until it says where it is. */
export async function serve(
  dataDir: string,
  options: Options & { command?: string; words?: string[] } = {},
): Promise<Running> {
  const { command = 'serve', words = [] } = options
  const child = start([command, '--port', '0', '--data', dataDir, ...words], options)
  const ended = finished(child)
  const url = await new Promise<string>((resolve, reject) => {
    child.child.stdout?.on('data', () => {
      const address = /^ *Address +(\S+)$/m.exec(child.printed.stdout)?.[1]
      if (address) resolve(address)
    })
    void ended.then(({ code, stderr }) => reject(new Error(`serve ended (${code}) before it was open: ${stderr}`)))
  })
  const { pid } = child.child
  assert.ok(pid)
  return {
    url,
    pid,
    ended,
    printed: () => ({ ...child.printed }),
    stop(signal = 'SIGTERM') {
      child.child.kill(signal)
      return ended
    },
  }
}

/** A folder that is removed at the end of this process. */
export function newFolder(): string {
  const folder = isAboutProcesses ? mkdtempSync(join(tmpdir(), 'inn-process-')) : newFastFolder()
  folders.add(folder)
  return folder
}

/** Works on the data folder from this process, also beside a running service. */
export async function withData<T>(
  dataDir: string,
  work: (hands: { store: Store; blobs: BlobStore }) => Promise<T>,
  { claim = 'first', env = {} }: { claim?: ClaimPolicy; env?: Record<string, string> } = {},
): Promise<T> {
  const store = await openCommandStore(storeLocation({ ...readConfig({ ...env, INNKEEPER_DATA: dataDir }), claim }))
  try {
    return await work({ store, blobs: openBlobStore(mediaPath(dataDir)) })
  } finally {
    await store.close()
  }
}

/** As an operator does by a command, without the start of one. */
export async function createKey(dataDir: string, userId: string): Promise<{ id: string; key: string }> {
  const wish = { userId, name: '', scope: 'full', expiresAt: null } as const
  return await withData(dataDir, ({ store }) => issueKey({ store, clock: Date.now }, wish))
}

function ownEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME }
}

type Child = { child: ChildProcess; printed: { stdout: string; stderr: string } }

function start(words: string[], { env = {}, cwd, under = [], killAt }: Options): Child {
  const [file = '', ...args] = [...under, program, ...words]
  const child = spawn(file, args, {
    cwd,
    env: { ...ownEnvironment(), NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  void killAt?.then(() => child.kill('SIGKILL'))
  child.once('close', () => children.delete(child))
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (printed.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (printed.stderr += text))
  return { child, printed }
}

async function finished({ child, printed }: Child): Promise<Finished> {
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...printed }))
  })
}
