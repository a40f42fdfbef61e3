import { spawn } from 'node:child_process'
import type { TestResult } from './run-batch.ts'

type Check = { name: string; command: string[] }

const root = new URL('../..', import.meta.url).pathname
const bin = (name: string) => `${root}node_modules/.bin/${name}`

/** Static checks. */
export const checks: Check[] = [
  { name: 'format and lint', command: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  // The compiler's errors and ours in one pass, because most of the time goes into working out the types.
  { name: 'types, promises and switches', command: [bin('oxlint'), '--type-aware', '--type-check', '--deny-warnings'] },
  {
    name: 'layers and circles',
    command: [process.execPath, bin('depcruise'), 'packages', '--config', '.dependency-cruiser.cjs'],
  },
  { name: 'readable texts', command: [process.execPath, `${root}scripts/readability.ts`] },
  { name: 'unused code', command: [process.execPath, bin('knip'), '--no-config-hints'] },
]

/** Prints the tool's output only if it fails. */
export async function runCheck({ name, command }: Check): Promise<TestResult> {
  const [file = '', ...args] = command
  const startedAt = performance.now()
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const code = await new Promise((resolve) => child.once('close', resolve))
  const isGood = code === 0
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${isGood ? '✔' : '✖'} check: ${name} (${seconds.toFixed(1)} s)${isGood ? '' : `\n${output}`}`)
  return {
    name: `check: ${name}`,
    passed: isGood ? 1 : 0,
    failed: isGood ? [] : [`${file} failed`],
    skipped: [],
    seconds,
  }
}
