import { existsSync, statSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Command } from 'commander'
import { isDiskLow } from '../../actions/storage/readiness.ts'
import { type Config, ConfigProblem, readConfig } from '../../config/config.ts'
import { formatSize } from '../../domain/notifications/alerts/describe-finding.ts'
import { describeDatabase } from '../../domain/storage/database-url.ts'
import { type CliDeps, configOf, type DataOption, type Inside, withDataOption } from '../cli-deps.ts'
import { examineBacklog } from './doctor-backlog.ts'
import { examineGaps } from './doctor-gaps.ts'
import { examinePlatforms } from './doctor-platforms.ts'
import { examineCertificate, examineMedia, examineModel, type Finding } from './external-checks.ts'
import { examineAddress, examineSnapshots } from './own-checks.ts'

export function doctorCommand(deps: CliDeps, exit: { code: number }): Command {
  return withDataOption(new Command('doctor'))
    .summary('Check the service and show how to fix problems.')
    .description(
      'Check the configuration, database, disk space, snapshots, address, platforms and clock, and show how to fix problems.',
    )
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  ./innkeeper doctor --data /var/lib/innkeeper\n')
    .action(async (options: DataOption & { json?: boolean }) => {
      const findings = await examine(deps, options)
      if (options.json) console.log(JSON.stringify({ findings }))
      else for (const { name, state, words } of findings) console.log(`${marks[state]} ${name.padEnd(13)} ${words}`)
      if (findings.some(({ state }) => state === 'wrong')) exit.code = 1
    })
}

const marks = { ok: 'ok   ', off: 'off  ', care: 'warn ', wrong: 'ERROR' }

async function examine(deps: CliDeps, options: DataOption): Promise<Finding[]> {
  let config: Config
  try {
    config = configOf(deps, options)
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error
    return [{ name: 'configuration', state: 'wrong', words: `${error.message} Then run doctor again.` }]
  }
  const isDemo = config.dataDir !== readConfig(deps.environment, { dataDir: options.data }).dataDir
  const findings: Finding[] = [configuration(config)]
  let inside: Inside | undefined
  let isReadable = true
  findings.push(await folder(deps, config))
  const hasFolder = existsSync(config.dataDir)
  if (findings.every(({ state }) => state !== 'wrong') && (hasFolder || config.databaseUrl !== null)) {
    const found = await store(deps, config)
    findings.push(found)
    if (hasFolder) findings.push(await disk(config), ...(await snapshots(deps, config)))
    if (found.state === 'ok') inside = await deps.readBacklog(config)
    if (found.state === 'ok' && !isDemo) {
      const saved = await withSaved(deps, options, config)
      config = saved.config
      isReadable = saved.findings.length === 0
      findings.push(...saved.findings)
    }
    if (found.state === 'ok') findings.push(...examineBacklog(inside), ...examineGaps(inside, Date.now()))
    if (inside && !isDemo) findings.push(await examineSnapshots(deps, config))
  }
  findings.push(await examineMedia(deps, config, inside))
  const isConnected = (await deps.createConnectors(config)).length > 0
  findings.push(
    ...(isDemo ? [] : [examineAddress(config, { isConnected }), ...examineCertificate(deps, config)]),
    ...(isReadable || isConnected ? await examinePlatforms(deps, config, { isDemo, inside }) : [unreadPlatforms]),
    ...(await examineModel(deps, config)),
    clock(inside),
  )
  return findings
}

/** Which platforms are connected is not known without the saved settings. */
const unreadPlatforms: Finding = {
  name: 'platforms',
  state: 'care',
  words: 'Not checked, because the saved settings cannot be used. See "settings" above.',
}

/** With what was saved in the browser. */
async function withSaved(
  deps: CliDeps,
  { data }: DataOption,
  config: Config,
): Promise<{ config: Config; findings: Finding[] }> {
  try {
    const full = await deps.readFullConfig({ dataDir: data })
    return { config: full.config, findings: [] }
  } catch (error) {
    if (!(error instanceof ConfigProblem) && !deps.isStoreProblem(error)) throw error
    return { config, findings: [{ name: 'settings', state: 'wrong', words: (error as Error).message }] }
  }
}

function configuration(config: Config): Finding {
  const isOpen = config.host !== '127.0.0.1' && config.host !== 'localhost' && config.host !== '::1'
  if (isOpen && !config.tlsCert && !config.baseUrl.startsWith('https:')) {
    return {
      name: 'configuration',
      state: 'care',
      words:
        'The service is reachable from other machines without HTTPS, so keys are sent unencrypted. Set ' +
        'INNKEEPER_ACME_DOMAIN and INNKEEPER_ACME_EMAIL to let it get a certificate, set INNKEEPER_TLS_CERT and ' +
        'INNKEEPER_TLS_KEY to use your own, or put an HTTPS proxy in front of it and set INNKEEPER_BASE_URL to its address.',
    }
  }
  return { name: 'configuration', state: 'ok', words: 'All settings are valid.' }
}

/** Creates nothing. A missing folder may be mistyped. The nearest one above it must be writable for the first start. */
async function folder(deps: CliDeps, { dataDir }: Config): Promise<Finding> {
  const name = 'data folder'
  const nearest = nearestExisting(dataDir)
  if (!statSync(nearest).isDirectory()) {
    return {
      name,
      state: 'wrong',
      words: `${nearest} is a file, not a folder. Choose another data folder with --data.`,
    }
  }
  try {
    await access(nearest, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return {
      name,
      state: 'wrong',
      words:
        `${nearest} is not writable by this user. Change its owner to the user of the service (chown), or choose another folder ` +
        'with --data.',
    }
  }
  if (nearest === dataDir) return { name, ...privacyOf(deps, dataDir) }
  const words = `${dataDir} does not exist. If your service uses another folder, name it with --data. Otherwise, the first start creates it.`
  return { name, state: 'care', words }
}

function privacyOf(deps: CliDeps, dataDir: string): Pick<Finding, 'state' | 'words'> {
  const open = deps.findOpenMode(dataDir)
  if (!open) return { state: 'ok', words: dataDir }
  const words = `${dataDir} is accessible to other users of this machine (mode ${open.mode})`
  if (open.canClose) {
    return { state: 'care', words: `${words}. The next start fixes that. To fix it now, run: chmod -R go= ${dataDir}` }
  }
  return {
    state: 'wrong',
    words:
      `${words}, and this user cannot change that, so the service will not start. Change its owner to the user of the service ` +
      '(chown), or choose another folder with --data.',
  }
}

/** Snapshots contain the same data as the data folder. No finding if everything is well. */
async function snapshots(deps: CliDeps, config: Config): Promise<Finding[]> {
  const paths = new Set((await deps.listSnapshots(config)).map(({ path }) => path))
  return [...paths].flatMap((path) => {
    const open = deps.findOpenMode(path)
    if (!open) return []
    const words = `${path} is accessible to other users of this machine (mode ${open.mode}). Restrict it: chmod -R go= ${path}`
    return [{ name: 'snapshots', state: 'care', words }]
  })
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}

async function store(deps: CliDeps, config: Config): Promise<Finding> {
  const name = 'database'
  try {
    if ((await deps.inspectStore(config)) === 'sound') return { name, state: 'ok', words: soundWords(config) }
    return { name, state: 'ok', words: 'There is no database yet. The first start creates it.' }
  } catch (error) {
    if (!deps.isStoreProblem(error)) throw error
    return { name, state: 'wrong', words: (error as Error).message }
  }
}

/** On PostgreSQL, checking the pages is the server's job. */
function soundWords({ databaseUrl }: Config): string {
  if (databaseUrl === null) return 'The database is intact.'
  const where = describeDatabase(databaseUrl)
  return `PostgreSQL, ${where}, responds and writes durably (fsync, full_page_writes, synchronous_commit).`
}

async function disk({ dataDir }: Config): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const free = `${formatSize(bavail * bsize)} free`
  if (isDiskLow({ freeBytes: bavail * bsize, totalBytes: blocks * bsize })) {
    return {
      name: 'disk space',
      state: 'care',
      words: `Only ${free}. Free some space or move the data folder to a larger disk before writes fail.`,
    }
  }
  return { name: 'disk space', state: 'ok', words: free }
}

/** From here on, nodes warn as well. */
const mostOffMs = 2_000

/** A clock that was never set is far in the past: messages would get the wrong date and keys would never expire. */
function clock(inside: Inside | undefined): Finding {
  const now = new Date()
  if (now.getUTCFullYear() < 2025) {
    return {
      name: 'clock',
      state: 'wrong',
      words: `This machine's clock says ${now.toISOString()}. Set it, or turn on time synchronization.`,
    }
  }
  const offMs = inside?.clockAheadMs ?? 0
  if (Math.abs(offMs) <= mostOffMs) return { name: 'clock', state: 'ok', words: now.toISOString() }
  const off = `${(Math.abs(offMs) / 1000).toFixed(1)} seconds ${offMs > 0 ? 'ahead of' : 'behind'}`
  return {
    name: 'clock',
    state: 'care',
    words: `This machine's clock is ${off} the database server's. Synchronize both with NTP. Beyond 30 seconds, a node runs no jobs.`,
  }
}
