import { parentPort, workerData } from 'node:worker_threads'
import type { CliDeps } from '../../src/cli/cli-deps.ts'
import { runCommandLine } from '../../src/cli/command-line.ts'

// Runs one command line after the other without what any of them would work with, and tells what each printed.

export type Told = { code: number; stdout: string; stderr: string }

const told: Told = { code: 0, stdout: '', stderr: '' }
for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (text) => {
    told[name] += text
    return true
  }
}

const nothing = new Proxy({} as CliDeps, {
  get(_, name) {
    if (name === 'environment') return {}
    if (name === 'isStoreProblem') return () => false
    return () => {
      throw new Error(`${String(name)} was asked for, though there was nothing to do`)
    }
  },
})

for (const words of workerData as string[][]) {
  Object.assign(told, { stdout: '', stderr: '' })
  told.code = await runCommandLine(words, nothing)
  parentPort?.postMessage({ ...told })
}
