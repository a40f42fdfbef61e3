// Installs the dependencies when they are missing or older than the lock file. Runs on any Node from 20 on, before
// anything is installed, so it uses nothing but Node itself.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const installed = join(root, 'node_modules', '.package-lock.json')
const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node')

const isCurrent =
  existsSync(installed) &&
  existsSync(pinnedNode) &&
  statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs

if (!isCurrent) {
  const folder = join(root, 'node_modules')
  if (existsSync(folder) && lstatSync(folder).isSymbolicLink()) {
    console.error(
      `${folder} is a link: npm ci would empty what it leads to. Remove the link, or bring that folder up to date.`,
    )
    process.exit(1)
  }
  console.error('Installing dependencies (npm ci) …')
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', options, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) {
    console.error('npm ci failed; the lines above say why.')
    process.exit(1)
  }
}
