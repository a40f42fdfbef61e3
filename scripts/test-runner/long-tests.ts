import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The file that says whether the long forms of tests run. What imports it has one. */
const switchFile = 'test/support/soak.ts'

/** Those of the test files that have a long form, in themselves or in something that they import. */
export function withLongForm(files: readonly string[], cwd: string): string[] {
  const known = new Map<string, string[]>()
  return files.filter((file) => reachesSwitch(resolve(cwd, file), known))
}

function reachesSwitch(file: string, known: Map<string, string[]>): boolean {
  const seen = new Set<string>()
  const waiting = [file]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.endsWith(`/${switchFile}`)) return true
    if (seen.has(next)) continue
    seen.add(next)
    const imported = known.get(next) ?? importsOf(next)
    known.set(next, imported)
    waiting.push(...imported)
  }
  return false
}

/** Only other files of tests: the program has no long form. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import\()\s*'(\.[^']+\.ts)'/g)]
    .map(([, path = '']) => resolve(dirname(file), path))
    .filter((path) => path.includes('/test/'))
}
