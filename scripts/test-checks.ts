import { spawn } from 'node:child_process'

type Check = { name: string; command: string[] }

const root = new URL('..', import.meta.url).pathname
const bin = (name: string) => `${root}node_modules/.bin/${name}`
const tsc = `${root}node_modules/typescript-native/bin/tsc`

const checks: Check[] = [
  { name: 'format and lint', command: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'promises and switches', command: [bin('oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'types', command: [process.execPath, tsc, '-p', '.'] },
  { name: 'types of the console', command: [process.execPath, tsc, '-p', 'packages/console'] },
  {
    name: 'layers and circles',
    command: [process.execPath, bin('depcruise'), 'packages', '--config', '.dependency-cruiser.cjs'],
  },
  { name: 'unused code', command: [process.execPath, bin('knip'), '--no-config-hints'] },
]

/** Everything that is judged without being run, one after the other. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const totals = { passed: 0, failed: 0 }
  for (const check of checks) totals[(await runCheck(check)) ? 'passed' : 'failed']++
  return totals
}

/** Quiet when all is well; the tool's own words when not. */
async function runCheck({ name, command }: Check): Promise<boolean> {
  const [file = '', ...args] = command
  const started = performance.now()
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const code = await new Promise((resolve) => child.once('close', resolve))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✔' : '✖'} check: ${name} (${seconds} s)`)
  if (code !== 0) console.log(output)
  return code === 0
}
