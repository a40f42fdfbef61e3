import { parentPort, workerData } from 'node:worker_threads'
import type { CliDeps } from '../../src/cli/cli-deps.ts'
import { runCommandLine } from '../../src/cli/command-line.ts'

// Runs command lines one by one without any dependencies, and posts what each of them printed.

export type Told = { code: number; stdout: string; stderr: string }

const printed: Told = { code: 0, stdout: '', stderr: '' }
for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (text) => {
    printed[name] += text
    return true
  }
}

const nothing = new Proxy({} as CliDeps, {
  get(_, name) {
    if (name === 'environment') return {}
    if (name === 'isStoreProblem') return () => false
    return () => {
      throw new Error(`${String(name)} was used, although no command should run`)
    }
  },
})

for (const words of workerData as string[][]) {
  Object.assign(printed, { stdout: '', stderr: '' })
  printed.code = await runCommandLine(words, nothing)
  parentPort?.postMessage({ ...printed })
}
