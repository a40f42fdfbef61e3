import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** A test file and what it runs on. */
export type TestRun = {
  /** As it is told: the file, and on what where it runs twice. */
  name: string
  file: string
  env: NodeJS.ProcessEnv
}

/**
 * Whatever opens an inn of the tests, which is to say that its imports lead to `support/place.ts`, runs on both: embedded with files,
 * and on PostgreSQL with a bucket. `INNKEEPER_TEST_ENGINE` chooses one. Pages and commands meet the store behind the same API; of
 * processes those that are about a server have tests of their own.
 */
export function onEngines(files: readonly string[], cwd: string): TestRun[] {
  const seen = new Map<string, boolean>()
  return files.flatMap((file) => {
    const embedded = { name: file, file, env: process.env }
    const isOnBoth =
      process.env.INNKEEPER_TEST_ENGINE === undefined &&
      !/(^|\/)(browser|cli|process)\//.test(file) &&
      opensInn(resolve(cwd, file), seen)
    if (!isOnBoth) return [embedded]
    const env = { ...process.env, INNKEEPER_TEST_ENGINE: 'postgres' }
    return [embedded, { name: `${file} on PostgreSQL and S3`, file, env }]
  })
}

/** `seen`: what is known already, and ends circles. */
function opensInn(file: string, seen: Map<string, boolean>): boolean {
  if (file.endsWith('/support/place.ts')) return true
  const known = seen.get(file)
  if (known !== undefined) return known
  seen.set(file, false)
  // At the beginning of a line: a test may hold the text of another.
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}).* from '(\.[^']+\.ts)'/gm)
  // What is tested leads to no tests.
  const paths = [...imports]
    .map(([, path = '']) => resolve(dirname(file), path))
    .filter((path) => !path.includes('/src/'))
  const isSo = paths.some((path) => opensInn(path, seen))
  seen.set(file, isSo)
  return isSo
}
