import { parentPort } from 'node:worker_threads'
import { createCliDeps } from '../../../src/app/cli-deps.ts'
import { runCommandLine } from '../../../src/cli/command-line.ts'

// Runs command lines one after the other and reports what each printed. In a thread, because a command prints to the standard
// output of its process, which the tests need for themselves.

export type CommandLine = { words: string[]; env: Record<string, string> }

const printed = { stdout: '', stderr: '' }
for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (text) => {
    printed[name] += text
    return true
  }
}

parentPort?.on('message', (line: CommandLine) => void run(line))

async function run({ words, env }: CommandLine): Promise<void> {
  Object.assign(printed, { stdout: '', stderr: '' })
  const code = await runCommandLine(words, createCliDeps(env))
  parentPort?.postMessage({ code, signal: null, ...printed })
}
