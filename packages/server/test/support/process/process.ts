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

const ownProgram = fileURLToPath(new URL('../../../../../innkeeper', import.meta.url))
// A hundred processes load the same files. With a compile cache, they start in half the time.
const compileCache = fileURLToPath(new URL('../../../../../node_modules/.cache/compiled', import.meta.url))

// Tests about crashes, syncs and full disks need a real disk.
const isAboutProcesses = process.argv.some((word) => /\/test\/(process|release)\//.test(word))

// A failed test leaves no process or folder behind. Hooks and suites can share what they start.
const children = new Set<ChildProcess>()
const folders = new Set<string>()
after(killChildren)
// If test files share this process, the hook above only belongs to the first of them.
process.once('exit', () => {
  killChildren()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function killChildren(): void {
  for (const child of children) child.kill('SIGKILL')
}

export type Finished = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

type Options = {
  /** Added to the few variables a program needs. The developer's own settings don't leak in. */
  env?: Record<string, string>
  cwd?: string
  /** A program to run it under, such as one that drops privileges. */
  under?: string[]
  /** Another program than this clone's. */
  program?: string
  /** Kills the process when this resolves. */
  killAt?: Promise<unknown>
}

/**
 * Runs `./innkeeper …` until it ends, as an operator would. In `test/process/` this is the real program. Elsewhere the same
 * command line runs in a thread that has already loaded it, unless it needs its own process.
 */
export async function innkeeper(words: string[], options: Options = {}): Promise<Finished> {
  const { env = {}, cwd, under, program, killAt } = options
  const needsProcess = isAboutProcesses || [cwd, under, program, killAt].some((one) => one !== undefined)
  if (needsProcess || ['start', 'serve'].includes(words[0] ?? '')) return await finished(start(words, options))
  return await runInThread({ words, env: { ...ownEnvironment(), ...env } })
}

let commandThread: Worker | undefined
let turn: Promise<unknown> = Promise.resolve()

/** One at a time, because a second thread would take longer to load than most commands take to run. */
async function runInThread(line: CommandLine): Promise<Finished> {
  const finished = turn.then(() => runAlone(line))
  turn = finished.catch(() => (commandThread = undefined))
  return await finished
}

async function runAlone(line: CommandLine): Promise<Finished> {
  commandThread ??= new Worker(new URL('./command-thread.ts', import.meta.url))
  commandThread.ref()
  commandThread.postMessage(line)
  // Rejects if the thread fails.
  const [outcome] = (await once(commandThread, 'message')) as [Finished]
  commandThread.unref()
  return outcome
}

export type Running = {
  /** Parsed from its output. */
  url: string
  pid: number
  printed(): { stdout: string; stderr: string }
  /** Sends the signal and waits until the process ends. */
  stop(signal?: NodeJS.Signals): Promise<Finished>
  ended: Promise<Finished>
}

/** Runs `./innkeeper serve`, or another command that serves, on a free port and waits until it prints its address. */
export async function serve(
  dataDir: string,
  options: Options & { command?: string; words?: string[] } = {},
): Promise<Running> {
  const { command = 'serve', words = [] } = options
  const child = start([command, '--port', '0', '--data', dataDir, ...words], options)
  const ended = finished(child)
  const url = await new Promise<string>((resolve, reject) => {
    child.child.stdout?.on('data', () => {
      const address = /^ *Console +(\S+)$/m.exec(child.printed.stdout)?.[1]
      if (address) resolve(address)
    })
    void ended.then(({ code, stderr }) => reject(new Error(`serve ended (${code}) before it was ready: ${stderr}`)))
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

/** A folder that is removed when this process ends. */
export function newFolder(): string {
  const folder = isAboutProcesses ? mkdtempSync(join(tmpdir(), 'inn-process-')) : newFastFolder()
  folders.add(folder)
  return folder
}

/** Opens the data folder in this process, even while a service is running. */
export async function withData<T>(
  dataDir: string,
  work: (data: { store: Store; blobs: BlobStore }) => Promise<T>,
  { claim = 'first', env = {} }: { claim?: ClaimPolicy; env?: Record<string, string> } = {},
): Promise<T> {
  const store = await openCommandStore(storeLocation({ ...readConfig({ ...env, INNKEEPER_DATA: dataDir }), claim }))
  try {
    return await work({ store, blobs: openBlobStore(mediaPath(dataDir)) })
  } finally {
    await store.close()
  }
}

/** Like the operator's command, without starting a process. */
export async function createKey(dataDir: string, userId: string): Promise<{ id: string; key: string }> {
  const request = { userId, name: '', scope: 'full', expiresAt: null } as const
  return await withData(dataDir, ({ store }) => issueKey({ store, clock: Date.now }, request))
}

function ownEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME }
}

type Child = { child: ChildProcess; printed: { stdout: string; stderr: string } }

function start(words: string[], { env = {}, cwd, under = [], program = ownProgram, killAt }: Options): Child {
  const [file = '', ...args] = [...under, program, ...words]
  const cache = program === ownProgram ? { NODE_COMPILE_CACHE: compileCache } : {}
  const child = spawn(file, args, {
    cwd,
    env: { ...ownEnvironment(), ...cache, ...env },
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
