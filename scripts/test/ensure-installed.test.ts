import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, it } from 'node:test'

const repository = join(import.meta.dirname, '..', '..')
/** Without tests and with a history of 40 MB, a clone that has run `npm start` then needs less than 450 MB. */
const limitMb = 380
/** What `npm ci --omit=dev` brings, without the pinned Node. */
const serverLimitMb = 125

let clone = ''
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'innkeeper-install-'))
  mkdirSync(join(clone, 'scripts'))
  cpSync(join(repository, 'scripts', 'ensure-installed.mjs'), join(clone, 'scripts', 'ensure-installed.mjs'))
  const packages = {
    '': { dependencies: { node: '1.0.0' }, devDependencies: { checker: '1.0.0', compiler: '1.0.0', both: '1.0.0' } },
    'node_modules/node': {},
    'node_modules/both': {},
    'node_modules/@scope/one': { version: '2.0.0' },
    'node_modules/checker': { dev: true },
    'node_modules/compiler': { devOptional: true },
    'node_modules/vite': { dev: true },
  }
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages }))
  // Instead of npm: writes down how it was called, and installs what the real one would.
  write('bin/npm', `#!/usr/bin/env node\nimport('${join(clone, 'npm.mjs')}')\n`)
  chmodSync(join(clone, 'bin', 'npm'), 0o755)
  write(
    'npm.mjs',
    `import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
     const words = process.argv.slice(2)
     appendFileSync('calls', words.filter((word) => !/^--(no-audit|no-fund|loglevel)/.test(word)).join(' ') + '\\n')
     const needed = ['node', 'both', 'compiler']
     const names = words.includes('--omit=dev') ? needed
       : words.includes('--workspace') ? ['vite', 'compiler']
       : [...needed, 'checker', 'vite']
     if (words[0] === 'ci') rmSync('node_modules', { recursive: true, force: true })
     for (const name of names) mkdirSync('node_modules/' + name + '/bin', { recursive: true })
     mkdirSync('node_modules/node/bin', { recursive: true })
     writeFileSync('node_modules/node/bin/node', '')
     writeFileSync('node_modules/both/index.js.map', '')
     writeFileSync('node_modules/.package-lock.json', '')`,
  )
})
afterEach(() => rmSync(clone, { recursive: true }))

const addConsole = 'install --no-save --workspace packages/console'

it('installs what running and building need on a first start, and nothing twice', () => {
  assert.deepEqual(install(), ['ci --omit=dev', addConsole])
  assert.deepEqual(install(), [])
  assert.deepEqual(listInstalled(), ['both', 'node', 'vite'])
  assert.ok(!existsSync(join(clone, 'node_modules', 'both', 'index.js.map')), 'source maps are left out')
})

it('leaves out what builds the console where it is built already, and adds it when asked to build', () => {
  write('packages/console/dist/.built', '')
  assert.deepEqual(install(), ['ci --omit=dev'])
  assert.deepEqual(install(), [])
  assert.deepEqual(listInstalled(), ['both', 'node'])
  assert.deepEqual(install('--console'), [addConsole])
  changeLockFile()
  assert.deepEqual(install(), ['ci --omit=dev', addConsole], 'a clone that has built the console can do so again')
})

it('adds what tests need to a first start, without removing anything', () => {
  install()
  assert.deepEqual(install('--all'), ['install --no-save'])
  assert.deepEqual(install('--all'), [])
  assert.deepEqual(listInstalled(), ['both', 'checker', 'compiler', 'node', 'vite'])
})

it("keeps a developer's tools when the lock file changes", () => {
  assert.deepEqual(install('--all'), ['ci'])
  changeLockFile()
  assert.deepEqual(install(), ['ci'])
})

type Locked = {
  dev?: boolean
  devOptional?: boolean
  link?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
const { packages: locked } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const listNeeded = () =>
  Object.keys(locked).filter((path) => {
    const { dev, devOptional, link } = locked[path] ?? {}
    return path.includes('node_modules/') && !dev && !devOptional && !link
  })

it(`needs at most ${serverLimitMb} MB besides Node for a node, without the console's tools`, () => {
  const needed = listNeeded().filter((path) => path !== 'node_modules/node')
  for (const name of ['vite', 'react', '@mantine/core', 'typescript'])
    assert.ok(!needed.includes(`node_modules/${name}`), name)
  assertSize(needed, serverLimitMb)
})

it(`needs at most ${limitMb} MB for a first start`, () => {
  const tools = listConsoleTools()
  assert.ok(tools.includes('node_modules/vite'))
  // The console's build and the cache of compiled code come with a start.
  assertSize([...new Set([...listNeeded(), ...tools, 'packages/console/dist'])], limitMb)
})

/** What builds the console, with everything that it needs itself. */
function listConsoleTools(): string[] {
  const found = new Set<string>()
  const add = (from: string, names: string[]) => {
    for (const name of names) {
      const path = resolve(from, name)
      if (path === undefined || found.has(path) || locked[path]?.link) continue
      found.add(path)
      const { dependencies, optionalDependencies } = locked[path] ?? {}
      add(path, Object.keys({ ...dependencies, ...optionalDependencies }))
    }
  }
  add('packages/console', Object.keys(locked['packages/console']?.devDependencies ?? {}))
  return [...found]
}

/** Where a package finds another one: in its own folder, or in one above it. */
function resolve(from: string, name: string): string | undefined {
  const folders = [from, ...[...from.matchAll(/\/?node_modules\//g)].map(({ index }) => from.slice(0, index)), '']
  const paths = folders.map((folder) => join(folder, 'node_modules', name))
  return paths.sort((one, other) => other.length - one.length).find((path) => path in locked)
}

function assertSize(paths: string[], limit: number): void {
  // Those of other operating systems aren't installed.
  const there = paths.map((path) => join(repository, path)).filter((path) => existsSync(path))
  const megabytes = Math.round(there.reduce((sum, path) => sum + sizeOf(path), 0) / 1e6)
  assert.ok(megabytes <= limit, `${megabytes} MB`)
  // Proves that the packages were measured.
  assert.ok(megabytes > limit / 2, `only ${megabytes} MB`)
}

function changeLockFile(): void {
  const later = new Date(Date.now() + 60_000)
  utimesSync(join(clone, 'package-lock.json'), later, later)
}

/** Returns how npm was called. */
function install(...options: string[]): string[] {
  rmSync(join(clone, 'calls'), { force: true })
  const { status, stderr } = spawnSync(process.execPath, ['scripts/ensure-installed.mjs', ...options], {
    cwd: clone,
    env: { PATH: `${join(clone, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}` },
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  const calls = join(clone, 'calls')
  return existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []
}

function listInstalled(): string[] {
  return readdirSync(join(clone, 'node_modules')).filter((name) => !name.startsWith('.'))
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(clone, path)), { recursive: true })
  writeFileSync(join(clone, path), text)
}

/** On the disk, without source maps and without packages inside it, which are listed on their own. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + sizeOf(path)
    return /\.map$/.test(entry.name) ? sum : sum + (lstatSync(path).isSymbolicLink() ? 0 : statSync(path).blocks * 512)
  }, 0)
}
