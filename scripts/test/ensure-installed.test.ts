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
  }
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages }))
  // Instead of npm: writes down how it was called, and installs what the real one would.
  write('bin/npm', `#!/usr/bin/env node\nimport('${join(clone, 'npm.mjs')}')\n`)
  chmodSync(join(clone, 'bin', 'npm'), 0o755)
  write(
    'npm.mjs',
    `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
     const words = process.argv.slice(2)
     appendFileSync('calls', words.filter((word) => !/^--(no-audit|no-fund|loglevel)/.test(word)).join(' ') + '\\n')
     const names = words.includes('--omit=dev') ? ['node', 'both', 'compiler'] : ['node', 'both', 'compiler', 'checker']
     for (const name of names) mkdirSync('node_modules/' + name + '/bin', { recursive: true })
     writeFileSync('node_modules/node/bin/node', '')
     writeFileSync('node_modules/both/index.js.map', '')
     writeFileSync('node_modules/.package-lock.json', '')`,
  )
})
afterEach(() => rmSync(clone, { recursive: true }))

it('installs what running needs on a first start, and nothing twice', () => {
  assert.deepEqual(install(), ['ci --omit=dev'])
  assert.deepEqual(install(), [])
  assert.deepEqual(listInstalled(), ['both', 'node'])
  assert.ok(!existsSync(join(clone, 'node_modules', 'both', 'index.js.map')), 'source maps are left out')
})

it('adds what tests need to a first start, without removing anything', () => {
  install()
  assert.deepEqual(install('--all'), ['install --no-save'])
  assert.deepEqual(install('--all'), [])
  assert.deepEqual(listInstalled(), ['both', 'checker', 'compiler', 'node'])
})

it("keeps a developer's tools when the lock file changes", () => {
  assert.deepEqual(install('--all'), ['ci'])
  const later = new Date(Date.now() + 60_000)
  utimesSync(join(clone, 'package-lock.json'), later, later)
  assert.deepEqual(install(), ['ci'])
})

it(`needs at most ${limitMb} MB of packages for a first start`, () => {
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'))
  const needed = Object.entries<{ dev?: boolean; devOptional?: boolean; link?: boolean }>(packages)
    .filter(([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link)
    .map(([path]) => join(repository, path))
    // Those of other operating systems aren't installed.
    .filter((path) => existsSync(path))
  // The console's build and the cache of compiled code come with a start.
  const bytes = needed.reduce((sum, path) => sum + sizeOf(path), 0) + sizeOf(join(repository, 'packages/console/dist'))
  assert.ok(bytes <= limitMb * 1e6, `${Math.round(bytes / 1e6)} MB`)
  // Proves that the packages were measured.
  assert.ok(bytes > 200e6, `only ${Math.round(bytes / 1e6)} MB`)
})

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
