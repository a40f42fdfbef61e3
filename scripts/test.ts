import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { runChecks } from './test-checks.ts'
import { runTests } from './test-run.ts'

// Runs every check, then every test, says which files took longest, and ends with one line: N passed, M failed.
// `--only checks` or `--only tests` runs a half; `--in <folder>` takes the tests of that folder for the project's own;
// further words choose test files whose path contains one of them.

const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '')

// What was compiled once is not compiled again by the hundred processes that follow.
process.env.NODE_COMPILE_CACHE ??= `${root}/node_modules/.cache/compiled`

const words = process.argv.slice(2)
const only = takeOption('--only')
const folder = takeOption('--in')
const totals = { passed: 0, failed: 0 }

if (only !== 'tests') add(await runChecks())
if (only !== 'checks') {
  const globs = folder === undefined ? ['packages/*/test/**/*.test.ts', 'scripts/test/**/*.test.ts'] : ['**/*.test.ts']
  const cwd = folder === undefined ? root : resolve(folder)
  const files = globSync(globs, { cwd }).filter(
    (file) => words.length === 0 || words.some((word) => file.includes(word)),
  )
  process.chdir(cwd)
  if (files.length > 0) add(await runTests(files, cwd))
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
// Not left to the event loop: a process that outlived its test may hold a pipe of ours.
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0)

function add({ passed, failed }: typeof totals): void {
  totals.passed += passed
  totals.failed += failed
}

function takeOption(name: string): string | undefined {
  const at = words.indexOf(name)
  return at === -1 ? undefined : words.splice(at, 2)[1]
}
