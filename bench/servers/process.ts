import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { openSync } from 'node:fs'

export const root = new URL('../..', import.meta.url).pathname

export type Server = { port: number; pid: number; stop(): Promise<void> }

/** Runs a command of the command line and returns its output. */
export function innkeeper(...words: string[]): string {
  return innkeeperUnder({}, ...words)
}

/** The same with settings. */
export function innkeeperUnder(environment: Record<string, string>, ...words: string[]): string {
  const env = { ...process.env, ...environment }
  return execFileSync(`${root}innkeeper`, words, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Starts a program that listens on `port`. Its output goes to /dev/null, which is as fast as a journal. */
export async function startServer(
  [program = '', ...words]: string[],
  port: number,
  environment: Record<string, string> = {},
): Promise<Server> {
  const nowhere = openSync('/dev/null', 'w')
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', nowhere, 'inherit'],
  })
  try {
    await answering(child, port)
  } catch (error) {
    child.kill()
    throw error
  }
  return {
    port,
    pid: child.pid ?? 0,
    stop: () =>
      new Promise((resolve, reject) => {
        const ended = child.signalCode ?? child.exitCode
        if (ended !== null) return reject(new Error(`The server on port ${port} had ended by itself (${ended})`))
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

async function answering(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`The server on port ${port} ended (${child.exitCode})`)
    try {
      await fetch(`http://127.0.0.1:${port}/health`)
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  throw new Error(`The server on port ${port} does not answer`)
}
