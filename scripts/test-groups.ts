import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TestRun } from './test-engines.ts'
import { leadsTo } from './test-imports.ts'
import { guessSeconds, type Seconds } from './test-seconds.ts'

// A process costs more than most files: it loads and compiles the whole service before the first test. So small files share one.

/** So that what is left at the end is small, and a group is far from the limit of a process. */
const mostSeconds = 60
const mostFiles = 12

/** What shares a process, the longest first. Whatever may mind company is alone. */
export function inGroups(runs: readonly TestRun[], cwd: string, known: Seconds): TestRun[][] {
  const groups: TestRun[][] = []
  const open = new Map<string, { group: TestRun[]; seconds: number }>()
  const startsProcesses = leadsTo((path) => path.endsWith('/support/process/process.ts'))
  for (const run of runs) {
    const seconds = guessSeconds(run, known)
    const path = resolve(cwd, run.file)
    if (seconds > mostSeconds / 2 || mindsCompany(path) || startsProcesses(path)) {
      groups.push([run])
      continue
    }
    // Of one engine, and of one package: files that load the same.
    const kind = `${run.env.INNKEEPER_TEST_ENGINE} ${/^packages\/[^/]+\//.exec(run.file)?.[0]}`
    const last = open.get(kind)
    if (last && last.seconds + seconds <= mostSeconds && last.group.length < mostFiles) {
      last.group.push(run)
      last.seconds += seconds
    } else {
      const group = [run]
      groups.push(group)
      open.set(kind, { group, seconds })
    }
  }
  const sum = (group: TestRun[]) => group.reduce((all, run) => all + guessSeconds(run, known), 0)
  return groups.toSorted((one, other) => sum(other) - sum(one))
}

/** Pages, commands and processes; and whoever starts programs or changes what belongs to the whole process. */
function mindsCompany(path: string): boolean {
  if (/\/(browser|cli|process)\//.test(path)) return true
  return /child_process|\bmock\b|globalThis|process\.(on|once|chdir|exit|memoryUsage)\(|process\.env\.\w+ \??\??=[^=]/.test(
    readFileSync(path, 'utf8'),
  )
}
