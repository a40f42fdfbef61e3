import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from './postgres/port.ts'

// OpenStack Swift with its S3 interface, for tests: an implementation that checks signatures and is as strict as public clouds.
// From Debian's packages, which `ensure-swift.mjs` installs.

const parts = ['account', 'container', 'object'] as const

/** Why there can be no Swift here; undefined if it is installed, or was just now. */
export function findSwiftObstacle(): string | undefined {
  const script = fileURLToPath(new URL('./ensure-swift.mjs', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  return status === 0 ? undefined : stderr.trim()
}

type User = { accessKeyId: string; secretAccessKey: string }
export type Swift = { url: string; stop(): Promise<void> }

/** A server with one device in a temporary folder, and one user. The access key is `account:user`. */
export async function startSwift(user: User): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'innkeeper-swift-'))
  mkdirSync(join(folder, 'devices', 'd1'), { recursive: true })
  const children: ChildProcess[] = []
  const run = (part: string, settings: string) => {
    const path = join(folder, `${part}.conf`)
    writeFileSync(path, settings)
    children.push(spawn(`/usr/bin/swift-${part}-server`, [path], { stdio: 'ignore' }))
  }
  const stop = async () => {
    await Promise.all(children.map(ended))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const part of parts) {
      const port = await findFreePort()
      buildRing(folder, part, port)
      run(part, `${commonSettings(folder, port)}\n[pipeline:main]\npipeline = ${part}-server\n${appSettings(part)}`)
    }
    const cachePort = await findFreePort()
    const cacheOptions = ['-l', '127.0.0.1', '-p', String(cachePort), '-u', userInfo().username]
    children.push(spawn('/usr/bin/memcached', cacheOptions, { stdio: 'ignore' }))
    const port = await findFreePort()
    run('proxy', `${commonSettings(folder, port)}\n${proxySettings(user, cachePort)}`)
    const url = `http://127.0.0.1:${port}`
    await untilHealthy(url, children)
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function commonSettings(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
recon_cache_path = ${folder}
mount_check = false
log_level = ERROR
`
}

function appSettings(part: string): string {
  return `[app:${part}-server]\nuse = egg:swift#${part}\n`
}

function proxySettings({ accessKeyId, secretAccessKey }: User, cachePort: number): string {
  const filters = {
    healthcheck: '',
    memcache: `memcache_servers = 127.0.0.1:${cachePort}`,
    // Small pages, so that long listings have several.
    s3api: 's3_acl = false\nlocation = us-east-1\nmax_bucket_listing = 20',
    tempauth: `user_${accessKeyId.replace(':', '_')} = ${secretAccessKey} .admin`,
    slo: '',
    copy: '',
    bulk: '',
  }
  const sections = Object.entries(filters).map(
    ([name, lines]) => `[filter:${name}]\nuse = egg:swift#${name}\n${lines}\n`,
  )
  return `[pipeline:main]
pipeline = healthcheck memcache s3api tempauth bulk slo copy proxy-server
${appSettings('proxy')}account_autocreate = true
allow_account_management = true
${sections.join('')}`
}

function buildRing(folder: string, part: string, port: number): void {
  const builder = join(folder, `${part}.builder`)
  const steps = [['create', '4', '1', '0'], ['add', `r1z1-127.0.0.1:${port}/d1`, '1'], ['rebalance']]
  for (const step of steps) {
    const { status, stderr } = spawnSync('/usr/bin/swift-ring-builder', [builder, ...step], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`swift-ring-builder ${step.join(' ')} failed: ${stderr}`)
  }
}

async function untilHealthy(url: string, children: ChildProcess[]): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const dead = children.find(({ exitCode }) => exitCode !== null)
    if (dead) throw new Error(`${dead.spawnfile} ended with ${dead.exitCode}`)
    const answer = await fetch(`${url}/healthcheck`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error('Swift does not start')
}

function ended(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const end = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  return end
}
