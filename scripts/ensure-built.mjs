// Builds the console when it is missing or older than its sources. Runs on any Node from 20 on.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(root, 'packages', 'console')
const built = join(folder, 'dist')
const stamp = join(built, '.built')
const sources = ['console', 'client', 'contract'].map((name) => join(root, 'packages', name))

const lockFile = join(root, 'package-lock.json')
const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const isOld = newestIn(sources, statSync(lockFile).mtimeMs) > builtAt
if (isOld && !existsSync(vite)) {
  // Installed without the packages that build the console.
  const how = 'To build it, run: npm run build'
  if (builtAt > 0) console.error(`Using a console that is older than its sources. ${how}`)
  else {
    console.error(`The console is not built, and the packages that build it are not installed. ${how}`)
    process.exit(1)
  }
} else if (isOld) {
  console.error('Building the console …')
  const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node')
  // Build next to the current folder and swap when complete: another process may be building or serving right now.
  const fresh = join(folder, `dist-${process.pid}`)
  const { status } = spawnSync(pinnedNode, [vite, 'build', '--logLevel', 'warn', '--outDir', fresh], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    console.error('Building the console failed. See the output above.')
    process.exit(1)
  }
  writeFileSync(join(fresh, '.built'), '')
  const old = `${fresh}-old`
  if (existsSync(built)) renameSync(built, old)
  renameSync(fresh, built)
  rmSync(old, { recursive: true, force: true })
}

/** The latest change below these folders. Ignores the folders themselves, because the build writes into one of them. */
function newestIn(folders, newest) {
  let latest = newest
  for (const path of folders) {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (/^(dist(-.*)?|node_modules|test)$/.test(entry.name)) continue
      const one = join(path, entry.name)
      latest = Math.max(latest, statSync(one).mtimeMs)
      if (entry.isDirectory()) latest = newestIn([one], latest)
    }
  }
  return latest
}
