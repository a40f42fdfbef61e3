// Installs the dependencies when they are missing or older than the lock file. Runs on any Node from 20 on, before
// anything is installed, so it only uses Node itself.
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
      `${folder} is a symbolic link, and npm ci would empty its target. Remove the link, or update that folder.`,
    )
    process.exit(1)
  }
  console.error('Installing dependencies (npm ci) …')
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', options, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) {
    console.error('npm ci failed. See the output above.')
    process.exit(1)
  }
}
