// Installs the dependencies when they are missing or older than the lock file: what running needs, and what builds the console
// if it isn't built. With --console that is added in any case, and with --all also what only tests and checks need, which is as
// much again. Never removes any of it. Runs on any Node from 20 on, before anything is installed, so it only uses Node itself.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(root, 'node_modules')
const installed = join(folder, '.package-lock.json')
const pinnedNode = join(folder, 'node', 'bin', 'node')
const lockFile = join(root, 'package-lock.json')

const isCurrent =
  existsSync(installed) && existsSync(pinnedNode) && statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs
const wantsAll = process.argv.includes('--all')
const isBuilt = existsSync(join(root, 'packages', 'console', 'dist', '.built'))
const wantsConsole = process.argv.includes('--console') || !isBuilt || isInstalled('vite')

if (!isCurrent) {
  // With one tool that only tests need, this is a developer's clone, and stays one.
  const needsAll = wantsAll || listTools().some(isInstalled)
  run('Installing dependencies (npm ci) …', ['ci', ...(needsAll ? [] : ['--omit=dev'])])
  if (!needsAll) {
    if (wantsConsole) addConsole()
    removeUnused()
  }
} else if (wantsAll && !listTools().every(isInstalled)) {
  // Adds to what is there, because a service may be running from it. npm ci would remove everything first.
  run('Installing what tests and checks need …', ['install', '--no-save'])
} else if (wantsConsole && !isInstalled('vite')) {
  addConsole()
  removeUnused()
}

/** What builds the console is needed once, so it isn't part of what npm ci --omit=dev installs. */
function addConsole() {
  run('Installing what builds the console …', ['install', '--no-save', '--workspace', 'packages/console'])
}

function runNpm(options) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  return spawnSync('npm', [...options, ...quiet], { cwd: root, stdio: ['ignore', 2, 2] }).status === 0
}

/** The packages that only tests and checks need, without those that come along with them. */
function listTools() {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  return Object.keys(packages[''].devDependencies).filter((name) => {
    const { dev, devOptional } = packages[`node_modules/${name}`]
    return dev || devOptional
  })
}

/** What npm installs although running and building don't need it: about 70 MB. */
function removeUnused() {
  // Packages with types name the compiler as an optional peer.
  for (const name of listTools()) rmSync(join(folder, name), { recursive: true, force: true })
  // Source maps of libraries.
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && /\.[cm]?js\.map$/.test(entry.name)) rmSync(join(entry.parentPath ?? entry.path, entry.name))
  }
}

function isInstalled(name) {
  return existsSync(join(folder, name))
}

function run(what, options) {
  if (existsSync(folder) && lstatSync(folder).isSymbolicLink()) {
    console.error(
      `${folder} is a symbolic link, and npm ci would empty its target. Remove the link, or update that folder.`,
    )
    process.exit(1)
  }
  console.error(what)
  if (!runNpm(options)) {
    console.error(`npm ${options.join(' ')} failed. See the output above.`)
    process.exit(1)
  }
  // The package `node` fetches a second one with the program, which it links, and 67 MB of headers to compile against.
  rmSync(join(folder, 'node', 'node_modules'), { recursive: true, force: true })
}
