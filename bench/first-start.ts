import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { note, verdict } from './measuring/figures.ts'

// The first `npm start` of a clone: what it puts on the disk, and how long it takes until the demo prints its addresses. Then what
// the tests add. Packages come from npm's cache if they are there, so on another machine it takes longer by their download.

const bounds = { mb: 450, seconds: 45 }
const command = 'npm start -- --port 0'
const repository = fileURLToPath(new URL('..', import.meta.url))

export async function benchFirstStart(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'inn-first-start-'))
  try {
    const clone = join(folder, 'innkeeper')
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${repository}`, clone], { stdio: 'inherit' })
    note('the clone itself, MB', sizeMb(clone))
    const seconds = await startOnce(clone)
    const started = sizeMb(clone)
    const isSmall = verdict('after the first start, MB', started, bounds.mb, 'most')
    const isSoon = verdict('until the demo prints its addresses, seconds', seconds, bounds.seconds, 'most')
    execFileSync('node', ['scripts/ensure-installed.mjs', '--all'], { cwd: clone, stdio: 'inherit' })
    note('what the tests add, MB', sizeMb(clone) - started)
    return isSmall && isSoon
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ends it again when it has printed its addresses. */
async function startOnce(clone: string): Promise<number> {
  const from = performance.now()
  const { PATH = '', HOME = '' } = process.env
  const [program = '', ...words] = command.split(' ')
  const child = spawn(program, words, {
    cwd: clone,
    // With this machine's registry and proxy, and without the settings of a service.
    env: { ...onlyNpm(process.env), PATH, HOME, INNKEEPER_SIMULATOR_PORT: '0', INNKEEPER_DATA: join(clone, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let printed = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += text
    if (/^ *Console +\S+$/m.test(printed)) break
  }
  const seconds = (performance.now() - from) / 1000
  if (child.exitCode !== null) throw new Error(`npm start ended before it was ready: ${printed}`)
  // npm and what it started.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
  return seconds
}

function onlyNpm(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => /^(npm_config_|https?_proxy$|node_)/i.test(name)),
  )
}

/** What the files take on the disk, in whole blocks. A file with several names counts once. */
function sizeMb(folder: string): number {
  const seen = new Set<number>()
  let bytes = 0
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    // A service that is running removes files, too.
    const entry = lstatSync(join(folder, name), { throwIfNoEntry: false })
    if (!entry || seen.has(entry.ino)) continue
    seen.add(entry.ino)
    bytes += entry.blocks * 512
  }
  return Math.round(bytes / 1e6)
}
