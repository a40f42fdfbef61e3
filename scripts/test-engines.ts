import { resolve } from 'node:path'
import { leadsTo } from './test-imports.ts'

/** A test file and what it runs on. */
export type TestRun = {
  /** As it is told: the file, and on what where it runs twice. */
  name: string
  file: string
  env: NodeJS.ProcessEnv
}

/**
 * Whatever opens an inn of the tests, which is to say that its imports lead to `support/test-environment.ts`, runs on both: embedded with files,
 * and on PostgreSQL with a bucket. `INNKEEPER_TEST_ENGINE` chooses one. Pages and commands meet the store behind the same API; of
 * processes those that are about a server have tests of their own.
 */
export function onEngines(files: readonly string[], cwd: string): TestRun[] {
  const onPostgres = { ...process.env, INNKEEPER_TEST_ENGINE: 'postgres' }
  const opensInn = leadsTo((path) => path.endsWith('/support/test-environment.ts'))
  return files.flatMap((file) => {
    const embedded = { name: file, file, env: process.env }
    const isOnBoth =
      process.env.INNKEEPER_TEST_ENGINE === undefined &&
      !/(^|\/)(browser|cli|process)\//.test(file) &&
      opensInn(resolve(cwd, file))
    if (!isOnBoth) return [embedded]
    return [embedded, { name: `${file} on PostgreSQL and S3`, file, env: onPostgres }]
  })
}
