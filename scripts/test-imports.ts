import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Full paths of the files beside a test that it imports. What is tested, below `src`, leads to no tests and is left out. */
export function importsOf(file: string): string[] {
  // At the beginning of a line: a test may hold the text of another.
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}).* from '(\.[^']+\.ts)'/gm)
  return [...imports].map(([, path = '']) => resolve(dirname(file), path)).filter((path) => !path.includes('/src/'))
}

/** Tells of a file, given by its full path, whether it is one, or imports lead from it to one, of which `isIt` is true. */
export function leadsTo(isIt: (path: string) => boolean): (file: string) => boolean {
  // What is known already; it also ends circles.
  const seen = new Map<string, boolean>()
  const leads = (file: string): boolean => {
    if (isIt(file)) return true
    const known = seen.get(file)
    if (known !== undefined) return known
    seen.set(file, false)
    const isSo = importsOf(file).some(leads)
    seen.set(file, isSo)
    return isSo
  }
  return leads
}
