import { spawn } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

// Runs every check, then every test, says which files took longest, and ends with one line: N passed, M failed.
// `--only checks` or `--only tests` runs a half; further words choose test files whose path contains one of them.

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

// The long forms of tests, which `npm run test:soak` asks for, take their time.
const timeout = process.env.INNKEEPER_SOAK === '1' ? 1_800_000 : 300_000

// What was compiled once is not compiled again by the hundred processes that follow.
process.env.NODE_COMPILE_CACHE ??= `${root}node_modules/.cache/compiled`

// What a file took the last time, so that the long ones are begun first and none is left alone at the end.
const secondsFile = `${root}node_modules/.cache/test-seconds.json`

const words = process.argv.slice(2)
const only = words[0] === '--only' ? words.splice(0, 2)[1] : undefined
const totals = { passed: 0, failed: 0 }
const skipped: string[] = []

if (only !== 'tests') for (const check of checks) count(await runCheck(check))
if (only !== 'checks') await runTests(words)
for (const one of skipped) console.log(`SKIPPED ${one}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0

function count(passed: boolean): void {
  if (passed) totals.passed++
  else totals.failed++
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

async function runTests(chosen: string[]): Promise<void> {
  const all = globSync(['packages/*/test/**/*.test.ts', 'scripts/test/**/*.test.ts'], { cwd: root }).filter(
    (file) => chosen.length === 0 || chosen.some((word) => file.includes(word)),
  )
  const known = readSeconds()
  const files = longestFirst(all, known)
  const stream = run({ files, cwd: root, concurrency: availableParallelism() + 1, timeout })
  stream.on('test:pass', ({ details, name, skip }) => {
    // What was skipped proves nothing, so it is no pass.
    if (skip !== undefined && skip !== false) skipped.push(`${name}: ${skip === true ? 'no reason given' : skip}`)
    else if (details.type !== 'suite') count(true)
  })
  stream.on('test:fail', () => count(false))
  const seconds: Record<string, number> = {}
  stream.on('test:summary', ({ file, duration_ms: ms }) => {
    if (file !== undefined) seconds[relative(root, file)] = Math.round(ms / 100) / 10
  })
  const report = stream.compose(spec)
  report.pipe(process.stdout)
  await new Promise((resolve) => report.once('end', resolve))
  tellSlowest(seconds)
  keepSeconds({ ...known, ...seconds })
}

function readSeconds(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(secondsFile, 'utf8'))
  } catch {
    return {}
  }
}

function keepSeconds(seconds: Record<string, number>): void {
  mkdirSync(dirname(secondsFile), { recursive: true })
  writeFileSync(secondsFile, JSON.stringify(seconds, null, 1))
}

function longestFirst(files: string[], known: Record<string, number>): string[] {
  const guess = (file: string) => known[file] ?? (/\/(browser|process)\//.test(file) ? 30 : 1)
  return files.toSorted((one, other) => guess(other) - guess(one) || (one < other ? -1 : 1))
}

function tellSlowest(seconds: Record<string, number>): void {
  const slowest = Object.entries(seconds).toSorted(([, one], [, other]) => other - one)
  if (slowest.length < 2) return
  console.log('\nThe slowest files:')
  for (const [file, took] of slowest.slice(0, 10)) console.log(`${took.toFixed(1).padStart(7)} s  ${file}`)
}
